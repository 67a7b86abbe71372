/** The address of the file that didn't come, as browsers name it in the error. */
const extractModuleUrl = (error: unknown): string | undefined =>
  /https?:\/\/\S+\.m?js/.exec(error instanceof Error ? error.message : '')?.[0]

/**
 * Gives the import, to be asked as often as needed. Some browsers keep a failed one for as long as the page lives: each try after the
 * first asks for the same file under a name of its own.
 */
export const createRetryableImport = <T>(
  load: () => Promise<T>,
  fetchFile = (url: string) => import(/* @vite-ignore */ url),
) => {
  let address: string | undefined
  let tries = 0
  return async (): Promise<T> => {
    try {
      return await (address ? fetchFile(`${address}?again=${++tries}`) : load())
    } catch (error) {
      address ??= extractModuleUrl(error)
      throw error
    }
  }
}
