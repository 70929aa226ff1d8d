# rules.awk - reads clang's -ast-dump of the strict pass and reports what clang's C++ for OpenCL lets through
# but Metal does not. Exits 1 when it finds something.
# SPDX-License-Identifier: MIT
function report(what) { if (!(what in seen)) print "error: " what; seen[what] = 1 }
/FunctionDecl 0x/ && !/DeclRefExpr/ {
    match($0, /FunctionDecl 0x[0-9a-f]+/)
    self = substr($0, RSTART + 13, RLENGTH - 13)
}
/(ParmVarDecl|VarDecl) .*__generic/ && !/&'/ { report("pointer without an address space") }
/CStyleCastExpr .*'[^']*__generic/ { report("cast that drops the address space") }
/FieldDecl .*\*/ { report("pointer in a struct") }
/(^|[^a-zA-Z])VarDecl .*'__global [^*']*'/ { report("mutable global or static variable") }
/GotoStmt/ { report("goto") }
/Decl .*'[^']*long long/ { report("long long") }
/DeclRefExpr .* Function 0x/ {
    match($0, /Function 0x[0-9a-f]+/)
    if (substr($0, RSTART + 9, RLENGTH - 9) == self) report("recursion")
}
END { for (what in seen) exit 1 }
