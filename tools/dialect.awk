# dialect.awk - the kernel dialect's own rules, on the text of src/kernels. Prints FILE:LINE: what is wrong.
# SPDX-License-Identifier: MIT
function report(what) { print FILENAME ":" FNR ": " what; bad = 1 }
FNR == 1 { comment = 0; f64 = 0; depth = 0; open = 0 }
{
    text = $0
    # Comments go first; they may span lines.
    out = ""
    while (length(text) > 0) {
        if (comment) {
            i = index(text, "*/")
            if (i == 0) { text = ""; break }
            text = substr(text, i + 2); comment = 0
        } else {
            i = index(text, "/*")
            if (i == 0) { out = out text; break }
            out = out substr(text, 1, i - 1); text = substr(text, i + 2); comment = 1
        }
    }
    text = out
    if (text ~ /^#if/) { depth++; if (text ~ /K_HAS_F64/) f64 = depth }
    if (text ~ /^#endif/) { if (f64 == depth) f64 = 0; depth-- }
}
text ~ /\/\// { report("a // comment: C17 has it, but the text is joined for compilers that see lines") }
text ~ /(^|[^a-zA-Z0-9_])(double|long|unsigned|template|class|goto|static|extern|printf|malloc|union|register|auto|constexpr|inline)([^a-zA-Z0-9_]|$)/ && !f64 {
    match(text, /(^|[^a-zA-Z0-9_])(double|long|unsigned|template|class|goto|static|extern|printf|malloc|union|register|auto|constexpr|inline)([^a-zA-Z0-9_]|$)/)
    report("not in the dialect: " substr(text, RSTART, RLENGTH))
}
text ~ /(^|[^a-zA-Z0-9_.])[0-9]+\.[0-9]*(e[-+]?[0-9]+)?([^0-9fxe.]|$)/ && !f64 { report("a floating literal without f") }
text ~ /sizeof/ { report("sizeof") }
text ~ /\{ *\.[a-z_]+ *=/ { report("a designated initialiser") }
text ~ /(^|[^a-zA-Z0-9_])(threadIdx|blockIdx|__shared__|__global__|threadgroup|device|simd_[a-z]+|__[a-z_]+)([^a-zA-Z0-9_]|$)/ && FILENAME !~ /kernels\/(cuda|metal)\// {
    report("a device's own word")
}
text ~ /^[ \t]+K_FN / { report("K_FN has to stand at the start of its line") }
text ~ /^K_KERNEL\(/ {
    n = split(text, part, /[(,)] */)
    threads = part[3] + 0
    if (threads % 32 != 0 || threads < 32 || threads > 1024) report("a group of " part[3] ": 32 to 1,024, in steps of 32")
}
# Parameters of a signature, which may span lines.
text ~ /_SIG\(X\)/ { params = 0; open = 1 }
open {
    rest = text
    params += gsub(/[^A-Za-z_]X\(/, "", rest)
    if (text ~ /ARGS,/) {
        if (params > 31) report(params " parameters: Metal has 31 buffers")
        open = 0
    }
}
END { exit bad }
