let capturedFragment = new URLSearchParams()

/**
 * Takes what stands behind the # out of the address, before anything is drawn: it is a secret that neither the history nor a
 * copied address should keep.
 */
export const captureUrlFragment = (): void => {
  if (location.hash.length < 2) return
  capturedFragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** What was taken last, for as long as this page stands. */
export const getCapturedFragment = (): URLSearchParams => capturedFragment
