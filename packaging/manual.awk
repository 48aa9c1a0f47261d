# Makes a page of the argument parser's generator one that man's own checks take.
/^\.Xr .*__/ { next }                                   # commands that only hreval itself starts
/^\.Dt / { $2 = toupper(name) }
/^\.Nm "/ { $0 = ".Nm " name }
/^\.Nd "/ { sub(/^\.Nd "/, ".Nd "); sub(/\.?"$/, "") }
/^\.Xr hreval\./ { gsub(/\./, "-", $2) }
/^$/ { $0 = ".Pp" }
/^[.'](\.|[^A-Z\\])/ { $0 = "\\&" $0 }                  # text that begins like a request
# No paragraph before a heading or a list, nor two of them.
{ if (held != "" && !(/^\.(Sh|Bl|Pp)/)) print held; held = "" }
/^\.Pp$/ { held = $0; next }
{ print }
