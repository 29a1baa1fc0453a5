"""How far two accounts of one file are apart: of places, and of pictures. numpy alone; judge_can_fail.py tests it."""
import numpy

PLACES = 1e-5  # of the size of the figure: other programs, which count in single precision
SELF = 1e-6  # of the same: this program, and the text of glTF
OVERLAP = 0.98  # of two silhouettes, the share of what either covers that both do
COVERED = 0.4  # of a pixel that counts; not a half, which two of four samples are
COLOUR = 0.04  # of a cell, the distance of its mean colours; 1 is from black to white
CELLS = 0.02  # of all cells, the share that may be farther apart
GRID = 32  # cells along the longer side of a silhouette


def size(truth):
    """Diagonal of the box around all that a file shows, nodes and vertices. [m]"""
    points = [part["joints"].reshape(-1, 3) for part in truth]
    points += [at for part in truth for times in part["vertices"].values() for at in times]
    points = numpy.concatenate(points)
    return max(float(numpy.linalg.norm(numpy.ptp(points, axis=0))), 1e-9)


def joints(truth, told, apart_from=()):
    """Largest distance, and which node it is; infinite where one is missing. [m]
    @param apart_from  nodes that nobody sees: where what bears a skin stands, says nothing (glTF 2.0, 3.7.3.3)"""
    worst = (0.0, None)
    for expected, answer in zip(truth, told):
        for row in sorted(set(range(expected["joints"].shape[1])) - set(apart_from)):
            at = answer["joints"].get(row)
            if at is None or at.shape != expected["joints"][:, row].shape or not numpy.isfinite(at).all():
                return float("inf"), row
            apart = float(numpy.linalg.norm(at - expected["joints"][:, row], axis=1).max())
            if apart > worst[0]:
                worst = (apart, row)
    return worst


def _whole(times, used):
    return [at[used] if len(at) > len(used) else at for at in times]


def vertices(truth, told, used):
    """Largest distance, and whose; infinite where vertices are missing. [m]
    @param used  by node and primitive, the vertices that triangles use. A reader that joins the primitives
    of a node tells them under None, and those that nothing uses it may leave out."""
    worst = (0.0, None)
    for expected, answer in zip(truth, told):
        for row in sorted({row for row, _ in expected["vertices"]}):
            numbers = [number for owner, number in expected["vertices"] if owner == row]
            if (row, None) in answer["vertices"]:
                groups = [(None, numbers)]
            else:
                groups = [(number, [number]) for number in numbers]
            for name, members in groups:
                at = answer["vertices"].get((row, name))
                parts = [_whole(expected["vertices"][row, m], used[row, m]) for m in members]
                right = [numpy.concatenate(time) for time in zip(*parts)]
                if at is not None and name is not None:
                    at = _whole(at, used[row, name])
                if at is None or any(a.shape != b.shape or not numpy.isfinite(a).all() for a, b in zip(at, right)):
                    return float("inf"), (row, name)
                apart = max((float(numpy.linalg.norm(a - b, axis=1).max()) for a, b in zip(at, right) if len(b)),
                            default=0.0)
                if apart > worst[0]:
                    worst = (apart, (row, name))
    return worst


def cut_out(on_black, on_white):
    """How much of each pixel is covered, from two pictures of one thing, in 0 to 1. [y][x][3], 0 to 1"""
    return numpy.clip(1 - (on_white - on_black).mean(axis=2), 0, 1)


def overlap(a, b):
    """Of two silhouettes: intersection over union."""
    a, b = a >= COVERED, b >= COVERED
    union = (a | b).sum()
    return float((a & b).sum() / union) if union else 0.0


def cells(picture_a, cover_a, picture_b, cover_b):
    """Of each cell of a grid over both silhouettes, the distance of its mean colours; nan: too little of it is covered.

    A texture that is shifted by a cell, mirrored or missing changes the means of most cells; other filters of
    textures, and other edges, change them by little."""
    both = (cover_a > 0.99) & (cover_b > 0.99)
    rows, columns = numpy.nonzero(both)
    if len(rows) == 0:
        return numpy.full((1, 1), numpy.nan)
    top, left = rows.min(), columns.min()
    side = max(max(rows.max() - top, columns.max() - left) + 1, GRID) / GRID
    at = ((rows - top) / side).astype(int), ((columns - left) / side).astype(int)
    count = numpy.zeros((GRID + 1, GRID + 1))
    numpy.add.at(count, at, 1)
    out = numpy.zeros((GRID + 1, GRID + 1, 3))
    numpy.add.at(out, at, (picture_a - picture_b)[rows, columns])
    enough = count >= 0.25 * side * side
    means = numpy.abs(out / numpy.maximum(count, 1)[..., None]).max(axis=2)
    return numpy.where(enough, means, numpy.nan)


def colours(*pictures):
    """Share of the cells whose colours are not the same."""
    apart = cells(*pictures)
    seen = apart[~numpy.isnan(apart)]
    return float((seen > COLOUR).mean()) if len(seen) else 1.0
