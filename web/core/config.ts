type Config = {
  /** Origin of the server, without a slash at its end; empty when it serves these pages too. */
  api: string
  /** Shown in the footer, so that nobody mistakes a trial installation for the real one. */
  environment: string
}

const written = (): Partial<Config> => {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="atalaya-config"]')
  try {
    return meta ? JSON.parse(meta.content) : {}
  } catch {
    return {}
  }
}

/** What the server wrote into the page: read at run time, so that one build serves every installation, and without a request. */
export const config: Config = { api: '', environment: '', ...written() }
