// Tables that are wider than the screen scroll; this lets a keyboard reach those.
function letKeyboardsReachWideTables() {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
    else frame.removeAttribute("tabindex")
  }
}
addEventListener("load", letKeyboardsReachWideTables)
addEventListener("resize", letKeyboardsReachWideTables)
