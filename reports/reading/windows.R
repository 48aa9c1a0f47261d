# Reads a run's windows.h5 and prints the mean absolute error of every detector in every scenario.
#
#   Rscript windows.R reports/demo/windows.h5
#
# Needs hdf5r. With rhdf5 one line gives the columns, with codes in place of words: rhdf5::h5read(path, "windows")
# Tried with hdf5r 1.3.8 and R 4.2.

suppressPackageStartupMessages(library(hdf5r))

# A data frame; words as text. Code 0 is the empty word, so 1 is added to codes.
read_windows <- function(path) {
  f <- H5File$new(path, "r")
  on.exit(f$close_all())
  words <- names(f[["words"]])
  column <- function(k) if (k %in% words) f[["words"]][[k]][][f[["windows"]][[k]][] + 1] else f[["windows"]][[k]][]
  as.data.frame(sapply(names(f[["windows"]]), column, simplify = FALSE), check.names = FALSE)
}

windows <- read_windows(commandArgs(trailingOnly = TRUE)[1])
rows <- unique(windows[c("scenario", "detector")])
for (i in seq_len(nrow(rows))) {
  mine <- windows$scenario == rows$scenario[i] & windows$detector == rows$detector[i]
  errors <- windows$errorBPM[mine & !is.nan(windows$errorBPM)]
  mean_error <- if (length(errors) > 0) sprintf("%.17g", mean(abs(errors))) else ""
  cat(rows$scenario[i], rows$detector[i], length(errors), mean_error, sep = "\t")
  cat("\n")
}
