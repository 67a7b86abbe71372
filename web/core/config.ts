type Config = {
  /** The two hosts of the calls, with the path before that of each, without a slash at the end; empty when what serves these pages answers them too. */
  api: string
  /** Of the Google call alone. */
  api2: string
  /** Whether people can sign in with Google here. */
  google: boolean
  /** Shown in the footer, so that nobody mistakes a trial installation for the real one. */
  environment: string
}

const readConfigFromPage = (): Partial<Config> => {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="atalaya-config"]')
  try {
    return meta ? JSON.parse(meta.content) : {}
  } catch {
    return {}
  }
}

/** What the server wrote into the page: read at run time, so that one build serves every installation, and without a request. */
export const config: Config = { api: '', api2: '', google: false, environment: '', ...readConfigFromPage() }
