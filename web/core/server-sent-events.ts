/** One server-sent event: its name and its data, lines joined. */
export type ServerEvent = { event: string; data: string }

/**
 * Takes a stream of server-sent events apart. The network cuts anywhere, also inside a letter, so what is incomplete waits for the
 * next chunk. Comments and fields that we don't use are passed over.
 */
export const createEventReader = () => {
  const decoder = new TextDecoder()
  let rest = ''
  let name = ''
  let data: string[] = []

  const takeLine = (line: string, found: ServerEvent[]): void => {
    if (line === '') {
      if (data.length > 0) found.push({ event: name || 'message', data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const [, field, value = ''] = /^([^:]*)(?::\x20?([\s\S]*))?$/.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return {
    read: (chunk: Uint8Array): ServerEvent[] => {
      const found: ServerEvent[] = []
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeLine(line, found)
      return found
    },
  }
}
