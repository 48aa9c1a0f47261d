"""Small video clips, and the mean red, green and blue of their frames by the formulas of the colour standards.

    python3 video_oracle.py

FFmpeg with libx264, libx265 and libvpx (5.1.9), Python 3, NumPy; no other package. Writes the clips and video.json next
to this script; the same versions give the same bytes. `python3 video_oracle.py --keep` reads the clips that are there.

The frames are drawn here by a fixed formula, as planes of the clip's own pixel format. FFmpeg encodes and decodes them,
but converts no colour: what is expected is computed here in float64 from the decoded planes. The rules are in `RULE`.
"""

import json
import platform
import subprocess
import sys
import tempfile
from fractions import Fraction
from math import ceil
from pathlib import Path

import numpy as np

RULE = (
    "Luma and chroma by the range: limited Y = (y/s-16)/219, C = (c/s-128)/224 with s = 2^(bits-8); full Y = "
    "y/(2^bits-1), C = (c-2^(bits-1))/(2^bits-1). R = Y+2(1-Kr)Cr, B = Y+2(1-Kb)Cb, G = (Y-Kr R-Kb B)/(1-Kr-Kb). "
    "(Kr, Kb): smpte170m, bt470bg 0.299, 0.114; bt709 0.2126, 0.0722; bt2020nc 0.2627, 0.0593. A chroma sample holds for "
    "all the pixels that it covers (nearest, no interpolation: column x uses sample x>>1). Untagged matrix: bt601 with "
    "fewer than 720 coded lines, else bt709. Untagged range: limited for yuv formats, full for yuvj and grey formats. "
    "Grey: R = G = B = Y. R, G, B times 255, clipped to 0...255 pixel by pixel and not rounded, then averaged. The "
    "picture is turned before regions are cut: `rotation` degrees counter-clockwise (-90: a quarter clockwise). Index i of n "
    "is in a region if ceil(low n-0.5-1e-9) <= i < ceil(high n-0.5-1e-9); a stride starts at the region's first row "
    "and column. Times are the frames' pts times the time base, in seconds, the stream's start included. Deviation: "
    "largest difference of a whole frame's mean, of 255, of FFmpeg's conversion to rgb24: `default` without options, "
    "`accurate` with scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp."
)
KR_KB = {"smpte170m": (0.299, 0.114), "bt470bg": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020nc": (0.2627, 0.0593)}
# Left, top, right, bottom, stride.
REGIONS = {
    "whole": (0, 0, 1, 1, 1),
    "centreHalf": (0.25, 0.25, 0.75, 0.75, 1),
    "uneven": (0.1, 0.2, 0.95, 0.7, 3),
}
# Kind, bits, columns and rows of pixels of a chroma sample (as shifts).
FORMATS = {
    "yuv420p": ("yuv", 8, 1, 1), "yuvj420p": ("yuv", 8, 1, 1), "yuv422p": ("yuv", 8, 1, 0), "yuvj422p": ("yuv", 8, 1, 0),
    "yuv444p": ("yuv", 8, 0, 0), "yuvj444p": ("yuv", 8, 0, 0), "yuv420p10le": ("yuv", 10, 1, 1),
    "yuyv422": ("yuyv", 8, 1, 0), "gray": ("grey", 8, 0, 0), "gray10le": ("grey", 10, 0, 0),
    "rgb24": ("rgb", 8, 0, 0), "bgr0": ("bgr0", 8, 0, 0), "gbrp": ("gbrp", 8, 0, 0),
}
HERE = Path(__file__).resolve().parent
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]


def run(*command, input=None):
    done = subprocess.run(command, input=input, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr.decode()}")
    return done


def ffmpeg(*arguments, input=None):
    return run("ffmpeg", "-hide_banner", "-nostdin", "-y", "-loglevel", "verbose", *map(str, arguments), input=input)


# Frames


def drawing(frames, height, width):
    """Red, green and blue as [frame, row, column, colour] in 0...1, and how much the colours are pushed beyond."""
    t = np.arange(frames)[:, None, None]
    y = ((np.arange(height) + 0.5) / height)[None, :, None]
    x = ((np.arange(width) + 0.5) / width)[None, None, :]
    pulse = np.sin(2 * np.pi * t / 11)
    # A finger over the lens: dark red, brighter to one corner, with the pulse.
    finger = [(185 + 30 * x * y + 9 * pulse) / 255, (20 + 20 * x + 5 * pulse) / 255, (3 + 4 * y + 2 * pulse) / 255]
    # A wheel of hues that turns, from white at the top to full colour.
    hue = x * 1.5 + t / 40
    wheel = [1 - y * np.clip(0.5 + np.cos(2 * np.pi * (hue - shift / 3)), 0, 1) for shift in range(3)]
    # A ramp of greys.
    ramp = [x + 0 * y + 0 * t] * 3
    picture = np.empty((frames, height, width, 3))
    for c in range(3):
        picture[..., c] = np.where(x + 0.3 * y < 0.62, finger[c], wheel[c])
        picture[..., c] = np.where((y > 0.8) & (x > 0.3), ramp[c], picture[..., c])
    # A moving square of one full colour.
    square = (np.abs(x - 0.15 - t / frames * 0.6) < 0.1) & (np.abs(y - 0.35) < 0.12)
    picture[np.broadcast_to(square, picture.shape[:3])] = [0, 0.1, 1]
    push = np.where((x > 0.5) & (y > 0.45) & (y < 0.8), 1.5, 1.0) + np.zeros((frames, 1, 1))
    return np.clip(picture, 0, 1), push


def draw(frames, height, width, pixels, matrix, full):
    """The drawing as raw frames of a pixel format."""
    kind, bits, across, down = FORMATS[pixels]
    rgb, push = drawing(frames, height, width)
    top = 2**bits - 1
    if kind in ("rgb", "bgr0", "gbrp"):
        whole = np.rint(rgb * 255).astype(np.uint8)
        if kind == "rgb":
            return whole.tobytes()
        if kind == "bgr0":
            return np.concatenate([whole[..., ::-1], np.zeros_like(whole[..., :1])], axis=3).tobytes()
        return np.ascontiguousarray(whole[..., [1, 2, 0]].transpose(0, 3, 1, 2)).tobytes()
    kr, kb = KR_KB[matrix]
    luma = kr * rgb[..., 0] + (1 - kr - kb) * rgb[..., 1] + kb * rgb[..., 2]
    cb, cr = (rgb[..., 2] - luma) / 2 / (1 - kb) * push, (rgb[..., 0] - luma) / 2 / (1 - kr) * push
    luma = (luma - 0.5) * (1 + (push - 1) / 4) + 0.5  # pushed pixels may leave 16...235
    scale = 2 ** (bits - 8)
    encode = (lambda v: v * top) if full else (lambda v: (v * 219 + 16) * scale)
    middle = (lambda v: v * top + 2 ** (bits - 1)) if full else (lambda v: (v * 224 + 128) * scale)
    low, high = (0, top) if full else (scale, 255 * scale - scale)

    def whole(values):
        return np.clip(np.rint(values), low, high).astype(np.uint8 if bits == 8 else "<u2")

    def small(values):
        """Means of the pixels that a chroma sample covers; the last row and column are repeated."""
        padded = np.pad(values, ((0, 0), (0, -height % (1 << down)), (0, -width % (1 << across))), "edge")
        n, h, w = padded.shape
        return padded.reshape(n, h >> down, 1 << down, w >> across, 1 << across).mean(axis=(2, 4))

    if kind == "grey":
        return whole(encode(luma)).tobytes()
    planes = [whole(encode(luma)), whole(middle(small(cb))), whole(middle(small(cr)))]
    if kind == "yuyv":
        packed = np.empty((frames, height, width // 2, 4), np.uint8)
        packed[..., 0], packed[..., 2] = planes[0][..., ::2], planes[0][..., 1::2]
        packed[..., 1], packed[..., 3] = planes[1], planes[2]
        return packed.tobytes()
    return b"".join(plane[i].tobytes() for i in range(frames) for plane in planes)


# Clips

X264 = ["-c:v", "libx264", "-preset", "medium", "-crf", "26", "-g", "12", "-bsf:v", "filter_units=remove_types=6"]
X265 = ["-c:v", "libx265", "-preset", "medium", "-crf", "26", "-g", "12", "-x265-params",
        "info=0:pools=none:frame-threads=1:log-level=error"]
VP9 = ["-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-g", "12", "-row-mt", "0", "-cpu-used", "2"]
FFV1 = ["-c:v", "ffv1", "-level", "3", "-coder", "1", "-context", "0", "-slices", "4", "-g", "1"]
MJPEG = ["-c:v", "mjpeg", "-q:v", "9"]
RAW = ["-c:v", "rawvideo"]
PNG = ["-c:v", "png", "-pred", "mixed"]
SIZE = (64, 48)
UNEVEN = "settb=1/90000,setpts=N*3000+700*mod(N\\,2)+45000*gte(N\\,12)-2210*gte(N\\,22)"

# Name, encoder, pixel format, matrix as drawn and tagged, range as drawn and tagged (`None`: not tagged), size, frames,
# frame rate, further options.
CLIPS = [
    ("h264-420-bt601.mp4", X264, "yuv420p", "smpte170m", "tv", SIZE, 30, "30", []),
    ("h264-420-full-709.mp4", X264, "yuv420p", "bt709", "pc", SIZE, 30, "30", []),
    ("h264-420-untagged.mp4", X264, "yuv420p", None, None, SIZE, 30, "30", []),
    ("h264-untagged-720-lines.mp4", X264, "yuv420p", None, None, (16, 720), 20, "30", ["-crf", "32"]),
    ("h264-odd-size.mkv", X264, "yuv444p", "smpte170m", "tv", (33, 25), 30, "30", []),
    ("mjpeg-odd-420.avi", MJPEG, "yuvj420p", None, None, (33, 25), 24, "25", []),
    ("ffv1-odd-420.mkv", FFV1, "yuv420p", "bt709", "tv", (33, 25), 20, "30000/1001", []),
    ("h264-444-bt709.mp4", X264, "yuv444p", "bt709", "tv", SIZE, 30, "30", []),
    ("h265-420p10-bt2020.mkv", X265, "yuv420p10le", "bt2020nc", "tv", SIZE, 30, "30", []),
    ("h264-422.mp4", X264, "yuv422p", "bt470bg", "tv", SIZE, 30, "30", []),
    ("mjpeg-422.avi", MJPEG, "yuvj422p", None, None, SIZE, 24, "25", []),
    ("mjpeg-420.avi", MJPEG, "yuvj420p", None, None, SIZE, 24, "25", []),
    ("vp9.webm", VP9, "yuv420p", "bt709", "tv", SIZE, 30, "30000/1001", []),
    ("h264-grey.mp4", X264, "gray", "smpte170m", "tv", SIZE, 30, "30", []),
    ("ffv1-grey10.mkv", FFV1, "gray10le", None, None, (32, 24), 20, "20", []),
    ("ffv1-rgb.mkv", FFV1, "bgr0", None, None, (32, 24), 20, "20", []),
    ("png-rgb.mov", PNG, "rgb24", None, None, (32, 24), 20, "20", []),
    ("rawvideo-yuyv422.avi", RAW, "yuyv422", None, None, (32, 24), 20, "20", []),
    ("h264-variable.mp4", X264, "yuv420p", "smpte170m", "tv", SIZE, 40, "30",
     ["-vf", UNEVEN, "-enc_time_base", "1/90000", "-video_track_timescale", "90000", "-bf", "3"]),
    ("h264-transport.ts", X264, "yuv420p", "bt709", "tv", SIZE, 30, "30000/1001", []),
    ("h264-with-audio.mp4", X264, "yuv420p", "smpte170m", "tv", SIZE, 30, "30", []),
]
# Name, encoder, pixel format, rotation that FFmpeg is given, source of which it is a copy.
TURNED = [
    ("h264-rotated-90.mp4", 90, "h264-420-bt601.mp4"),
    ("h264-rotated-180.mp4", 180, "h264-420-bt601.mp4"),
    ("h264-rotated-270.mp4", 270, "h264-420-bt601.mp4"),
    ("mjpeg-422-rotated-90.mov", 90, "mjpeg-422.avi"),
]


def make(name, encoder, pixels, matrix, span, size, frames, rate, options):
    width, height = size
    full = span == "pc" or pixels.startswith("yuvj") or (span is None and pixels.startswith("gray"))
    raw = draw(frames, height, width, pixels, matrix or ("smpte170m" if height < 720 else "bt709"), full)
    tags = []
    if matrix:
        primaries, transfer = {"bt709": ("bt709", "bt709"), "bt2020nc": ("bt2020", "bt2020-10"),
                               "bt470bg": ("bt470bg", "smpte170m")}.get(matrix, (matrix, matrix))
        tags = ["-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer, "-color_range", span]
    audio = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=8000:duration=1"] if "audio" in name else []
    maps = ["-map", "1:a:0", "-map", "0:v:0", "-c:a", "aac", "-b:a", "16k", "-flags:a", "+bitexact"] if audio else []
    with tempfile.NamedTemporaryFile() as file:
        file.write(raw)
        file.flush()
        log = ffmpeg("-f", "rawvideo", "-pix_fmt", pixels, "-s", f"{width}x{height}", "-r", rate, "-i", file.name, *audio,
                     *maps, *encoder, *options, "-pix_fmt", pixels, *tags, *EXACT, "-fps_mode", "passthrough",
                     "-threads", 1, HERE / name).stderr.decode()
    check(name, log)


def make_refused():
    """A clip whose frames change their size on the way; no numbers are expected of it."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for number, size in enumerate(["64x48", "96x48"]):
            parts.append(Path(folder) / f"{number}.avi")
            ffmpeg("-f", "lavfi", "-i", f"color=c=0xC81E05:size={size}:rate=25", "-frames:v", 5, "-c:v", "mjpeg",
                   "-pix_fmt", "yuvj420p", *EXACT, "-threads", 1, parts[-1])
        table = Path(folder) / "list.txt"
        table.write_text("".join(f"file {part}\n" for part in parts))
        ffmpeg("-f", "concat", "-safe", 0, "-i", table, "-c", "copy", *EXACT, HERE / "refused-size-changes.mkv")


def check(name, log):
    """Nothing but the codec may have touched the samples."""
    if "auto_scale" in log or "scaler" in log:
        sys.exit(f"{name}: FFmpeg converts the frames\n{log}")


# What is in them


def probe(path, *entries):
    return json.loads(run("ffprobe", "-hide_banner", "-loglevel", "error", "-select_streams", "v:0", "-of", "json",
                          *entries, str(path)).stdout)


def unpack(raw, pixels, width, height):
    """Planes [frame, row, column] as they were decoded: three, or one of grey."""
    kind, bits, across, down = FORMATS[pixels]
    samples = np.frombuffer(raw, np.uint8 if bits == 8 else "<u2")
    if kind == "grey":
        return [samples.reshape(-1, height, width)]
    if kind == "rgb":
        return list(np.moveaxis(samples.reshape(-1, height, width, 3), 3, 0))
    if kind == "bgr0":
        return list(np.moveaxis(samples.reshape(-1, height, width, 4)[..., 2::-1], 3, 0))
    if kind == "gbrp":
        green, blue, red = np.moveaxis(samples.reshape(-1, 3, height, width), 1, 0)
        return [red, green, blue]
    if kind == "yuyv":
        packed = samples.reshape(-1, height, width // 2, 4)
        return [packed[..., ::2].reshape(-1, height, width), packed[..., 1], packed[..., 3]]
    w, h = (width + across) >> across, (height + down) >> down
    rows = samples.reshape(-1, width * height + 2 * w * h)
    luma, cb, cr = np.split(rows, [width * height, width * height + w * h], axis=1)
    return [luma.reshape(-1, height, width), cb.reshape(-1, h, w), cr.reshape(-1, h, w)]


def colours(planes, pixels, matrix, full):
    """Red, green and blue in 0...255 as float64 [frame, row, column], not rounded, and the share that was clipped."""
    kind, bits, across, down = FORMATS[pixels]
    if kind in ("rgb", "bgr0", "gbrp"):
        return [plane.astype(np.float64) for plane in planes], 0.0
    scale, top = 2.0 ** (bits - 8), 2.0**bits - 1
    values = planes[0].astype(np.float64)
    luma = values / top if full else (values / scale - 16) / 219
    if kind == "grey":
        rgb = [luma, luma, luma]
    else:
        height, width = luma.shape[1:]
        rows, columns = np.arange(height) >> down, np.arange(width) >> across

        def chroma(plane):
            values = plane[:, rows][:, :, columns].astype(np.float64)
            return (values - 2 ** (bits - 1)) / top if full else (values / scale - 128) / 224

        kr, kb = KR_KB[matrix]
        red, blue = luma + 2 * (1 - kr) * chroma(planes[2]), luma + 2 * (1 - kb) * chroma(planes[1])
        rgb = [red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue]
    clipped = np.mean([np.mean((c < 0) | (c > 1)) for c in rgb])
    return [np.clip(c * 255, 0, 255) for c in rgb], clipped


def span(low, high, count):
    first, end = ceil(low * count - 0.5 - 1e-9), ceil(high * count - 0.5 - 1e-9)
    return max(first, 0), min(end, count)


def means(rgb):
    height, width = rgb[0].shape[1:]
    result = {}
    for name, (left, top, right, bottom, stride) in REGIONS.items():
        (y0, y1), (x0, x1) = span(top, bottom, height), span(left, right, width)
        result[name] = {colour: [round(float(v), 6) for v in c[:, y0:y1:stride, x0:x1:stride].mean(axis=(1, 2))]
                        for colour, c in zip(["red", "green", "blue"], rgb)}
    return result


def decode(path, *arguments, before=()):
    return ffmpeg(*before, "-i", path, "-map", "0:v:0", *arguments, "-fps_mode", "passthrough", "-f", "rawvideo", "-threads",
                  1, "-")


def expected(name):
    path = HERE / name
    stream = probe(path, "-show_streams")["streams"][0]
    frames = probe(path, "-show_entries", "frame=pts,pts_time,best_effort_timestamp,pix_fmt,width,height,color_space,"
                   "color_range,key_frame")["frames"]
    packets = probe(path, "-show_entries", "packet=pts,dts,flags")["packets"]
    pixels, width, height = frames[0]["pix_fmt"], frames[0]["width"], frames[0]["height"]
    assert (pixels, width, height) == (stream["pix_fmt"], stream["width"], stream["height"]), name
    assert all((f["pix_fmt"], f["width"], f["height"]) == (pixels, width, height) for f in frames), name
    tagged = frames[0].get("color_space", "unknown")
    kind = FORMATS[pixels][0]
    matrix = tagged if tagged in KR_KB else "smpte170m" if height < 720 else "bt709"
    assert tagged in KR_KB or tagged in ("unknown", "gbr"), tagged
    tag = frames[0].get("color_range", "unknown")
    full = tag == "pc" or pixels.startswith("yuvj") or (tag != "tv" and kind == "grey")
    rotation = next((int(d["rotation"]) for d in stream.get("side_data_list", []) if "rotation" in d), 0)

    done = decode(path, "-pix_fmt", pixels, before=["-noautorotate"])
    check(name, done.stderr.decode())
    planes = unpack(done.stdout, pixels, width, height)
    assert len(planes[0]) == len(frames), name
    if rotation and FORMATS[pixels][2] == FORMATS[pixels][3]:
        # FFmpeg turns these planes without loss; they must be ours.
        turned = (height, width) if rotation % 180 else (width, height)
        done = decode(path, "-pix_fmt", pixels)
        check(name, done.stderr.decode())
        for ours, theirs in zip(planes, unpack(done.stdout, pixels, *turned)):
            assert np.array_equal(np.rot90(ours, rotation // 90, (1, 2)), theirs), name
    rgb, clipped = colours(planes, pixels, matrix, full)
    rgb = [np.rot90(c, rotation // 90, (1, 2)) for c in rgb]
    whole = [c.mean(axis=(1, 2)) for c in rgb]

    deviation = {}
    for key, options in [("default", []), ("accurate", ["-vf", "scale=flags=accurate_rnd+full_chroma_int+full_chroma_inp"])]:
        theirs = np.frombuffer(decode(path, *options, "-pix_fmt", "rgb24").stdout, np.uint8)
        theirs = theirs.reshape(len(frames), -1, 3).mean(axis=1)
        deviation[key] = round(float(np.max(np.abs(theirs - np.stack(whole, axis=1)))), 6)

    base = Fraction(stream["time_base"])
    assert all("pts" in f for f in frames), name
    times = [f["pts"] * base for f in frames]
    assert all(abs(float(t) - float(f["pts_time"])) < 1e-6 for t, f in zip(times, frames)), name
    packets.sort(key=lambda p: p.get("pts", p.get("dts")))
    assert [p.get("pts", p.get("dts")) for p in packets] == [f["pts"] for f in frames], name
    keys = [i for i, p in enumerate(packets) if "K" in p["flags"]]
    print(f"{name:30}{path.stat().st_size:7}  {stream['codec_name']:9}{pixels:12}{tagged:10}{tag:8}{rotation:5}"
          f"{len(frames):4} clipped {clipped:6.1%}  default {deviation['default']:9.6f}  accurate {deviation['accurate']:9.6f}")
    return {
        "file": name, "codec": stream["codec_name"], "pixelFormat": pixels, "width": width, "height": height,
        "rotation": rotation,
        "matrix": "rgb" if kind in ("rgb", "bgr0", "gbrp") else "grey" if kind == "grey" else matrix,
        "range": "full" if full or kind in ("rgb", "bgr0", "gbrp") else "limited",
        "matrixTag": tagged, "rangeTag": tag,
        "timeBase": stream["time_base"], "times": [round(float(t), 9) for t in times], "keyFrames": keys,
        "means": means(rgb), "deviation": deviation,
    }


def dump(value):
    """JSON with a line for each list of numbers and each small object."""
    clips = []
    for clip in value["clips"]:
        lines = []
        for key, item in clip.items():
            if key == "means":
                regions = []
                for region, rows in item.items():
                    text = ",\n".join(f"        {json.dumps(c)}: {json.dumps(v)}" for c, v in rows.items())
                    regions.append(f"      {json.dumps(region)}: {{\n{text}\n      }}")
                lines.append('    "means": {\n' + ",\n".join(regions) + "\n    }")
            else:
                lines.append(f"    {json.dumps(key)}: {json.dumps(item)}")
        clips.append("  {\n" + ",\n".join(lines) + "\n  }")
    return f'{{"madeBy": {json.dumps(value["madeBy"], indent=2)},\n"clips": [\n' + ",\n".join(clips) + "\n]}\n"


if __name__ == "__main__":
    if "--keep" not in sys.argv[1:]:
        for clip in CLIPS:
            make(*clip)
        make_refused()
        for name, angle, source in TURNED:
            ffmpeg("-i", HERE / source, "-map", "0:v:0", "-c", "copy", *EXACT, "-metadata:s:v:0", f"rotate={angle}", HERE / name)
    made = {
        "command": "python3 video_oracle.py",
        "ffmpeg": run("ffmpeg", "-version").stdout.decode().split()[2],
        "python": platform.python_version(),
        "numpy": np.__version__,
        "rule": RULE,
    }
    clips = [expected(name) for name, *_ in CLIPS + TURNED]
    (HERE / "video.json").write_text(dump({"madeBy": made, "clips": clips}))
