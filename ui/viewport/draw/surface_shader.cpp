#include "ui/viewport/draw/surface_shader.h"

namespace posewright::ui {

namespace {

constexpr const char* kSurfaceHead = R"(
out vec4 color;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform vec4 baseColor;
uniform vec3 emissionColor;
uniform vec2 metalRough;
uniform vec2 strengths;
uniform float cutoff;
uniform float brightness;
const float kPi = 3.14159265;
)";

/// Lambert, Photometria 1760; Blinn, SIGGRAPH 1977, with Schlick's fraction (Graphics Gems IV,
/// 1994) instead of the power; and the microfacet model of glTF 2.0, appendix B.3. All are scaled
/// so that a white surface facing a light of strength 1 is white.
constexpr const char* kLambert = R"(
vec3 reflected(vec3 n, vec3 l, vec3 v, vec3 albedo, float metal, float rough)
{
    return albedo * max(dot(n, l), 0.0);
}
)";
constexpr const char* kBlinnPhong = R"(
vec3 reflected(vec3 n, vec3 l, vec3 v, vec3 albedo, float metal, float rough)
{
    float facing = max(dot(n, l), 0.0);
    float alpha = max(rough * rough, 0.03);
    float shine = min(2.0 / (alpha * alpha) - 2.0, 512.0);
    float off = max(dot(n, normalize(l + v)), 0.0);
    float spot = off / (shine * (1.0 - off) + off + 1e-5);
    vec3 mirror = mix(vec3(0.04), albedo, metal) * (1.0 - 0.8 * rough) * 4.0;
    return albedo * facing + mirror * spot * facing;
}
)";
constexpr const char* kPhysical = R"(
vec3 reflected(vec3 n, vec3 l, vec3 v, vec3 albedo, float metal, float rough)
{
    vec3 h = normalize(l + v);
    float nl = max(dot(n, l), 0.0);
    float nv = max(dot(n, v), 1e-4);
    float nh = max(dot(n, h), 0.0);
    float vh = clamp(dot(v, h), 0.0, 1.0);
    float a2 = max(rough * rough * rough * rough, 1e-4);
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float d = a2 / (kPi * spread * spread);
    float shadowed = 0.5 / (nl * sqrt(nv * nv * (1.0 - a2) + a2) +
                            nv * sqrt(nl * nl * (1.0 - a2) + a2) + 1e-5);
    vec3 f0 = mix(vec3(0.04), albedo, metal);
    float away = (1.0 - vh) * (1.0 - vh);
    vec3 f = f0 + (1.0 - f0) * (away * away * (1.0 - vh));
    vec3 diffuse = (1.0 - f) * (1.0 - metal) * albedo / kPi;
    return kPi * (diffuse + f * d * shadowed) * nl;
}
)";

constexpr const char* kLight = R"(
vec3 lit(vec4 from, vec3 strength, vec3 aim, float cone, vec3 n, vec3 v, vec3 albedo, float metal,
         float rough)
{
    from = viewMatrix * from;
    aim = mat3(viewMatrix) * aim;
    vec3 to = from.xyz - from.w * place;
    float far2 = max(dot(to, to), 1e-8);
    vec3 l = to * inversesqrt(far2);
    if (from.w > 0.5) strength /= far2;
    if (cone > -1.5) strength *= smoothstep(cone, mix(cone, 1.0, 0.15), dot(-l, normalize(aim)));
    return strength * reflected(n, l, v, albedo, metal, rough);
}
)";

/// From above the camera's left shoulder, from its right, and from behind the subject. Only the
/// first one has reflections.
constexpr const char* kOurLights = R"(
const vec3 kKey = vec3(-0.3523, 0.5536, 0.7549);
const vec3 kFill = vec3(0.8522, 0.1504, 0.5013);
const vec3 kRim = vec3(0.1961, 0.5883, -0.7845);
vec3 litByOurs(vec3 n, vec3 v, vec3 albedo, float metal, float rough)
{
    vec3 beside = vec3(0.22, 0.24, 0.28) * max(dot(n, kFill), 0.0) +
                  vec3(0.3, 0.3, 0.32) * max(dot(n, kRim), 0.0);
    return beside * albedo + vec3(0.78, 0.76, 0.72) * reflected(n, kKey, v, albedo, metal, rough);
}
)";

/// Linear to sRGB (IEC 61966-2-1), within 1.1 of 255: a polynomial of the fourth root, fitted so
/// that the largest error is least and white is white. In software rendering, powers cost several
/// times as much.
constexpr const char* kColors = R"(
vec3 encoded(vec3 c)
{
    vec3 t = sqrt(sqrt(c));
    return clamp(t * (t * (t * (t * 0.40146822 - 1.34497881) + 2.21450144) - 0.27099085), 0.0, 1.0);
}
)";

constexpr const char* kBump = R"(
vec3 bumped(vec3 n, vec2 where)
{
    vec3 dx = dFdx(place);
    vec3 dy = dFdy(place);
    vec2 du = dFdx(where);
    vec2 dv = dFdy(where);
    vec3 t = cross(dy, n) * du.x + cross(n, dx) * dv.x;
    vec3 b = cross(dy, n) * du.y + cross(n, dx) * dv.y;
    float scale = inversesqrt(max(max(dot(t, t), dot(b, b)), 1e-20));
    vec3 told = texture(bumpTexture, where).xyz * 2.0 - 1.0;
    return normalize(told.x * strengths.x * t * scale - told.y * strengths.x * b * scale
                     + told.z * n);
}
)";

QByteArray where(const SurfaceShader& shader, const std::string& name)
{
    const QByteArray n = QByteArray::fromStdString(name);
    const QByteArray at = shader.secondUv ? "mix(uv.xy, uv.zw, " + n + "Set)" : QByteArray("uv");
    return "(" + n + "Place * vec3(" + at + ", 1.0)).xy";
}

/// Values passed from vertex to fragment shader; `way` is "out" or "in". As few as possible: in
/// software rendering, each number costs time per triangle.
QByteArray passedOn(const SurfaceShader& shader, const QByteArray& way)
{
    QByteArray out;
    if (!shader.unlit) out += way + " vec3 place;\n";
    if (!shader.unlit && !shader.flat) out += way + " vec3 normal;\n";
    if (!shader.textures.empty()) out += way + (shader.secondUv ? " vec4 uv;\n" : " vec2 uv;\n");
    if (shader.tinted) out += way + " vec4 color0;\n";
    return out;
}

bool has(const SurfaceShader& shader, const char* name)
{
    for (const std::string& texture : shader.textures)
        if (texture == name) return true;
    return false;
}

QByteArray lightCode(const SurfaceShader& shader)
{
    QByteArray out;
    switch (shader.shading) {
    case Shading::Lambert: out += kLambert; break;
    case Shading::BlinnPhong: out += kBlinnPhong; break;
    case Shading::Physical: out += kPhysical; break;
    }
    out += shader.lights == 0 ? kOurLights : kLight;
    return has(shader, "bump") ? out + kBump : out;
}

QByteArray jointCode(int sets)
{
    QByteArray out = "uniform mat4 modelView;\nlayout(std140) uniform Joints { vec4 rows[" +
                     QByteArray::number(rowsFor(sets)) + "]; };\n";
    for (int i = 0; i < sets; ++i) {
        const QByteArray n = QByteArray::number(i);
        out += "in uvec4 joints" + n + ";\nin vec4 weights" + n + ";\n";
    }
    return out;
}

/// Linear blend skinning, from the vertex's place in its mesh to what the camera sees.
QByteArray blendCode(int sets)
{
    if (sets == 0)
        return "    vec4 x = rows[0], y = rows[1], z = rows[2], v = vec4(at, 1.0);\n"
               "    vec4 seen = modelView * vec4(dot(x, v), dot(y, v), dot(z, v), 1.0);\n";
    QByteArray out = "    vec4 x = vec4(0.0), y = x, z = x, v = vec4(at, 1.0);\n"
                     "    for (int c = 0; c < 4; ++c) {\n        int row;\n";
    for (int i = 0; i < sets; ++i) {
        const QByteArray n = QByteArray::number(i);
        out += "        row = 3 * int(joints" + n + "[c]);\n        x += weights" + n +
               "[c] * rows[row];\n        y += weights" + n +
               "[c] * rows[row + 1];\n        z += weights" + n + "[c] * rows[row + 2];\n";
    }
    return out + "    }\n    vec4 seen = modelView * vec4(dot(x, v), dot(y, v), dot(z, v), 1.0);\n";
}

QByteArray mainCode(const SurfaceShader& shader)
{
    QByteArray out = shader.tinted ? "void main()\n{\n    vec4 base = baseColor * color0;\n"
                                   : "void main()\n{\n    vec4 base = baseColor;\n";
    if (has(shader, "base"))
        out += "    base *= texture(baseTexture, " + where(shader, "base") + ");\n";
    if (shader.mask) out += "    if (base.a < cutoff) discard;\n";
    out += "    vec3 sum = base.rgb;\n";
    if (!shader.unlit) {
        out += shader.flat ? "    vec3 n = normalize(cross(dFdx(place), dFdy(place)));\n"
                           : "    vec3 n = normalize(normal);\n";
        if (shader.twoSided && !shader.flat) out += "    if (!gl_FrontFacing) n = -n;\n";
        if (has(shader, "bump")) out += "    n = bumped(n, " + where(shader, "bump") + ");\n";
        out += "    float metal = metalRough.x;\n    float rough = metalRough.y;\n"
               "    float open = 1.0;\n    vec3 glow = emissionColor;\n";
        if (has(shader, "metal"))
            out += "    vec4 told = texture(metalTexture, " + where(shader, "metal") +
                   ");\n    metal *= told.b;\n    rough *= told.g;\n";
        if (has(shader, "occlusion"))
            out += "    open = mix(1.0, texture(occlusionTexture, " + where(shader, "occlusion") +
                   ").r, strengths.y);\n";
        if (has(shader, "emission"))
            out += "    glow *= texture(emissionTexture, " + where(shader, "emission") + ").rgb;\n";
        out += "    vec3 v = projectionMatrix[3][3] > 0.5 ? vec3(0.0, 0.0, 1.0) : "
               "normalize(-place);\n"
               "    sum = glow + open * base.rgb * (0.28 + 0.08 * dot(n, viewMatrix[1].xyz));\n";
        if (shader.lights == 0) out += "    sum += litByOurs(n, v, base.rgb, metal, rough);\n";
        for (int i = 0; i < shader.lights; ++i) {
            const QByteArray n = QByteArray::number(i);
            out += "    sum += lit(lightPlace" + n + ", lightColor" + n + ", lightAim" + n +
                   ", lightCone" + n + ", n, v, base.rgb, metal, rough);\n";
        }
    }
    out += "    color = vec4(encoded(clamp(brightness * sum, 0.0, 1.0)), ";
    return out + (shader.opaque ? "1.0" : "base.a") + ");\n}\n";
}

}  // namespace

// Lighting is computed in view space, where the eye is at the origin.
QByteArray vertexCode(const SurfaceShader& shader)
{
    const bool moves = shader.sets >= 0;
    QByteArray out = "in vec3 at;\nin vec3 facing;\nin vec2 uv0;\nin vec2 uv1;\nin vec4 tint;\n"
                     "uniform mat4 viewMatrix;\nuniform mat4 projectionMatrix;\n" +
                     passedOn(shader, "out");
    if (moves) out += jointCode(shader.sets);
    out += "void main()\n{\n";
    out += moves ? blendCode(shader.sets) : "    vec4 seen = viewMatrix * vec4(at, 1.0);\n";
    if (!shader.unlit) out += "    place = seen.xyz;\n";
    if (!shader.unlit && !shader.flat)
        out += moves ? "    normal = mat3(modelView) * vec3(dot(x.xyz, facing), dot(y.xyz, facing),"
                       " dot(z.xyz, facing));\n"
                     : "    normal = mat3(viewMatrix) * facing;\n";
    if (!shader.textures.empty())
        out += shader.secondUv ? "    uv = vec4(uv0, uv1);\n" : "    uv = uv0;\n";
    if (shader.tinted) out += "    color0 = tint;\n";
    return out + "    gl_Position = projectionMatrix * seen;\n}\n";
}

QByteArray fragmentCode(const SurfaceShader& shader)
{
    QByteArray out = passedOn(shader, "in") + kSurfaceHead;
    for (const std::string& name : shader.textures) {
        const QByteArray n = QByteArray::fromStdString(name);
        out += "uniform sampler2D " + n + "Texture;\nuniform mat3 " + n + "Place;\nuniform float " +
               n + "Set;\n";
    }
    for (int i = 0; i < shader.lights; ++i) {
        const QByteArray n = QByteArray::number(i);
        out += "uniform vec4 lightPlace" + n + ";\nuniform vec3 lightColor" + n +
               ";\nuniform vec3 lightAim" + n + ";\nuniform float lightCone" + n + ";\n";
    }
    out += kColors;
    if (!shader.unlit) out += lightCode(shader);
    return out + mainCode(shader);
}

}  // namespace posewright::ui
