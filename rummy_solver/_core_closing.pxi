# closing
