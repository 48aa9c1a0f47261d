"""Finds the face in every n-th frame of videos, and writes the rectangles that hreval follows.

    pip install "opencv-python-headless<5"
    python3 face_rectangles.py clips/*.mp4

writes clips/NAME_faces.csv for each clips/NAME.mp4: time in seconds, left, top, width and height in pixels of the frame
as it is shown; empty cells where there is no face. The descriptor then says

    "files": [ "{recording}.mp4",
               { "name": "faces", "path": "{recording}_faces.csv", "csv": { "missing": [""] } } ],
    "frames": { "region": { "file": "faces", "time": "time", "left": "left", "top": "top",
                            "width": "width", "height": "height" },
                "mask": "skin", "fillGapSeconds": 1 }

The face is the largest that OpenCV's cascade of Haar features finds (P. Viola and M. Jones, CVPR 2001). A program of
your own takes its place by writing the same columns.
"""

import argparse
import csv
import pathlib
import sys

import cv2


def rectangles(clip, every):
    """Yields the time of every n-th frame, and its largest face or None."""
    cascade = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_default.xml")
    video = cv2.VideoCapture(str(clip))
    if not video.isOpened():
        raise ValueError(f"{clip}: OpenCV cannot open it")
    number = 0
    while True:
        read, frame = video.read()
        if not read:
            break
        if number % every == 0:
            seconds = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
            grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
            faces = cascade.detectMultiScale(grey, scaleFactor=1.1, minNeighbors=5)
            yield seconds, max(faces, key=lambda face: face[2] * face[3], default=None)
        number += 1
    if number == 0:
        raise ValueError(f"{clip}: it has no frames")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("clips", nargs="+", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=5, help="look at every n-th frame (default: 5)")
    options = parser.parse_args()
    failed = False
    for clip in options.clips:
        try:
            rows = list(rectangles(clip, max(1, options.every)))
        except ValueError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        table = clip.with_name(clip.stem + "_faces.csv")
        with table.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["time", "left", "top", "width", "height"])
            for seconds, face in rows:
                writer.writerow([f"{seconds:.6f}"] + (["", "", "", ""] if face is None else [int(x) for x in face]))
        found = sum(face is not None for _, face in rows)
        print(f"{table}: a face in {found} of {len(rows)} frames")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
