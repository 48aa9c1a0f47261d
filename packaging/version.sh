#!/bin/sh
# Prints the version of the sources in which it lies.
sed -n 's/.*current = "\(.*\)"$/\1/p' "$(dirname -- "$0")/../Sources/HRRunning/Plan/Version.swift"
