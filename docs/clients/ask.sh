#!/bin/sh
# Ask a running service: sh ask.sh http://127.0.0.1:8000
set -eu
url=$1

ask() {
    curl --silent --show-error --max-time 10 "$url/api/$1" \
        --header 'content-type: application/json' --data "$2"
    echo
}

# The best melds, with tiles as codes.
ask solve '{"rules": "remi", "hand": [1, 2, 3, 40], "tiles": "codes"}'

# How many tiles each of these hands is from closing.
ask batch '{"rules": "gin_rummy", "ask": "distance", "hands": ["7-9s 2-4h Td Jd Qc Kc", "7s 9h"]}'

# What is wrong, and where.
ask solve '{"rules": "rummikub", "hand": "R5 R14"}'
