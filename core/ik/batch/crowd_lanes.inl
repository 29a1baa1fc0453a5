// Included once for each register width, with kWide and rootOf() defined. Uses arithmetic only,
// whose results IEEE 754 defines; no standard library functions, which could be linked in a version
// for another processor.

using Lanes = double __attribute__((vector_size(8 * kWide)));
using Unaligned = double __attribute__((vector_size(8 * kWide), aligned(8), may_alias));

inline Lanes load(const double* from)
{
    return *reinterpret_cast<const Unaligned*>(from);
}
inline void store(double* to, const Lanes& value)
{
    *reinterpret_cast<Unaligned*>(to) = value;
}

struct Point {
    Lanes x, y, z;
};

// The point at `length` from `from` on the line to `to`; along x if the two coincide.
inline Point follow(const Point& from, const Point& to, const Lanes& length)
{
    const Lanes x = to.x - from.x;
    const Lanes y = to.y - from.y;
    const Lanes z = to.z - from.z;
    const Lanes square = x * x + y * y + z * z;
    const Lanes scale = length / square * rootOf(square);
    const auto apart = square > kCrowdTiny;
    const Lanes none = square - square;
    return {from.x + (apart ? scale * x : length), from.y + (apart ? scale * y : none),
            from.z + (apart ? scale * z : none)};
}

// One iteration of kSlots chains, in rows of kSlots numbers: three per joint, one per bone, and
// three for the target.
void iterate(double* points, const double* lengths, const double* target, int bones,
             double* squares)
{
    constexpr Index kGroups = kSlots / kWide;
    Point at[kGroups];
    for (Index g = 0; g < kGroups; ++g) {
        const double* const t = target + g * kWide;
        at[g] = Point{load(t), load(t + kSlots), load(t + 2 * kSlots)};
    }
    for (int i = bones; i-- > 0;) {
        double* const row = points + 3 * kSlots * i;
        for (Index g = 0; g < kGroups; ++g) {
            double* const p = row + g * kWide;
            const Point to = {load(p), load(p + kSlots), load(p + 2 * kSlots)};
            at[g] = follow(at[g], to, load(lengths + kSlots * i + g * kWide));
            store(p, at[g].x);
            store(p + kSlots, at[g].y);
            store(p + 2 * kSlots, at[g].z);
        }
    }
    for (Index g = 0; g < kGroups; ++g) {
        at[g] = Point{};
        for (int k = 0; k < 3; ++k) store(points + k * kSlots + g * kWide, at[g].x);
    }
    double* last = points + 3 * kSlots * bones;
    for (int k = 0; k < 3; ++k)
        for (Index g = 0; g < kGroups; ++g)
            store(last + k * kSlots + g * kWide, load(target + k * kSlots + g * kWide));
    for (int i = 0; i < bones; ++i) {
        double* const row = points + 3 * kSlots * (i + 1);
        for (Index g = 0; g < kGroups; ++g) {
            double* const p = row + g * kWide;
            const Point to = {load(p), load(p + kSlots), load(p + 2 * kSlots)};
            at[g] = follow(at[g], to, load(lengths + kSlots * i + g * kWide));
            store(p, at[g].x);
            store(p + kSlots, at[g].y);
            store(p + 2 * kSlots, at[g].z);
        }
    }
    for (Index g = 0; g < kGroups; ++g) {
        const double* const t = target + g * kWide;
        const Lanes x = at[g].x - load(t);
        const Lanes y = at[g].y - load(t + kSlots);
        const Lanes z = at[g].z - load(t + 2 * kSlots);
        store(squares + g * kWide, x * x + y * y + z * z);
    }
}

struct Turn {
    Lanes w, x, y, z;
};

inline Turn product(const Turn& a, const Turn& b)
{
    return {a.w * b.w - a.x * b.x - (a.y * b.y + a.z * b.z),
            (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
            (a.w * b.y - a.x * b.z) + (a.y * b.w + a.z * b.x),
            (a.w * b.z + a.x * b.y) + (a.z * b.w - a.y * b.x)};
}
inline Lanes squaredNorm(const Turn& q)
{
    return (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
}
inline Turn scaled(const Turn& q, const Lanes& by)
{
    return {q.w * by, q.x * by, q.y * by, q.z * by};
}
inline Turn loadTurn(const double* from)
{
    return {load(from), load(from + kBlock), load(from + 2 * kBlock), load(from + 3 * kBlock)};
}
inline void storeTurn(double* to, const Turn& q)
{
    store(to, q.w);
    store(to + kBlock, q.x);
    store(to + 2 * kBlock, q.y);
    store(to + 3 * kBlock, q.z);
}

// Computes the points of a block of chains at their start.
void place(const double* starts, const double* axes, const double* lengths, int bones,
           double* points)
{
    for (Index g = 0; g < kBlock; g += kWide) {
        const Lanes none = {};
        Turn q = {none + 1, none, none, none};
        Point at = {none, none, none};
        for (int i = 0; i <= bones; ++i) {
            double* const p = points + 3 * kBlock * i + g;
            store(p, at.x);
            store(p + kBlock, at.y);
            store(p + 2 * kBlock, at.z);
            if (i == bones) break;
            q = product(q, loadTurn(starts + 4 * kBlock * i + g));
            const double* const a = axes + 3 * kBlock * i + g;
            const Lanes length = load(lengths + kBlock * i + g);
            const Lanes x = length * load(a);
            const Lanes y = length * load(a + kBlock);
            const Lanes z = length * load(a + 2 * kBlock);
            const Lanes tx = 2 * (q.y * z - q.z * y);
            const Lanes ty = 2 * (q.z * x - q.x * z);
            const Lanes tz = 2 * (q.x * y - q.y * x);
            at.x += x + q.w * tx + (q.y * tz - q.z * ty);
            at.y += y + q.w * ty + (q.z * tx - q.x * tz);
            at.z += z + q.w * tz + (q.x * ty - q.y * tx);
        }
    }
}

// Computes local rotations of a block of chains with these starts and points: each bone turns by
// the least arc, as in writeRotations of chain.cpp.
void turn(const double* starts, const double* axes, const double* inverses, const double* points,
          int bones, double* rotations)
{
    for (Index g = 0; g < kBlock; g += kWide) {
        const Lanes none = {};
        Turn above = {none + 1, none, none, none};
        for (int i = 0; i < bones; ++i) {
            const Turn c = product(above, loadTurn(starts + 4 * kBlock * i + g));
            const double* const p = points + 3 * kBlock * i + g;
            const Lanes per = load(inverses + kBlock * i + g);
            const Lanes ux = (load(p + 3 * kBlock) - load(p)) * per;
            const Lanes uy = (load(p + 4 * kBlock) - load(p + kBlock)) * per;
            const Lanes uz = (load(p + 5 * kBlock) - load(p + 2 * kBlock)) * per;
            const double* const a = axes + 3 * kBlock * i + g;
            const Lanes ax = load(a);
            const Lanes ay = load(a + kBlock);
            const Lanes az = load(a + 2 * kBlock);
            const Lanes w = -(c.x * ax + c.y * ay) - c.z * az;
            const Lanes x = c.w * ax + (c.y * az - c.z * ay);
            const Lanes y = c.w * ay + (c.z * ax - c.x * az);
            const Lanes z = c.w * az + (c.x * ay - c.y * ax);
            Turn f = {c.w + (ux * x + uy * y) + uz * z, (c.x - ux * w) - (uy * z - uz * y),
                      (c.y - uy * w) - (uz * x - ux * z), (c.z - uz * w) - (ux * y - uy * x)};
            const auto opposite = squaredNorm(f) < kCrowdOpposite * squaredNorm(c);
            for (Index k = 0; k < kWide; ++k) {
                if (!opposite[k]) continue;
                const double from[4] = {c.w[k], c.x[k], c.y[k], c.z[k]};
                const double axis[3] = {ax[k], ay[k], az[k]};
                const double to[3] = {ux[k], uy[k], uz[k]};
                double q[4];
                turnRound(from, axis, to, q);
                f.w[k] = q[0];
                f.x[k] = q[1];
                f.y[k] = q[2];
                f.z[k] = q[3];
            }
            const Turn back = {above.w, -above.x, -above.y, -above.z};
            const Turn local = product(back, f);
            storeTurn(rotations + 4 * kBlock * i + g,
                      scaled(local, 1 / rootOf(squaredNorm(local))));
            above = (i + 1) % kCrowdRescale == 0 ? scaled(f, 1 / rootOf(squaredNorm(f))) : f;
        }
    }
}
