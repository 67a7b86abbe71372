import { useEffect, useState } from 'react'

/** Not every browser can: telephones of one maker can't. */
export const isFullScreenSupported = (): boolean => document.fullscreenEnabled === true

/** A browser may refuse, as it does without a click of the person: then nothing changes. */
export const toggleFullScreen = async (): Promise<void> => {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  await change.catch(() => undefined)
}

/** Whether the page fills the screen; Esc and the browser's own key are followed. */
export const useFullScreen = (): boolean => {
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return full
}
