# distance
