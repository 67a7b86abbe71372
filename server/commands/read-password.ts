import { CommandError } from './command.ts'

/** Longer than any password, so that a file piped in by mistake isn't read to its end. */
const maxPasswordLength = 4096

/** The first line of what is piped in. */
const readFromPipe = async (input: NodeJS.ReadStream): Promise<string> => {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > maxPasswordLength) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** Keys typed in a terminal, not shown. Enter ends it, Backspace takes one back. */
const readFromKeyboard = (input: NodeJS.ReadStream, ask: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    process.stderr.write(ask)
    const end = (settle: () => void) => {
      input.off('data', onKeys)
      input.setRawMode(false)
      input.pause()
      process.stderr.write('\n')
      settle()
    }
    const onKeys = (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n' || key === '\u0004') return end(() => resolve(text))
        // In raw mode the terminal sends no signal for Ctrl+C.
        if (key === '\u0003') {
          end(() => {})
          process.kill(process.pid, 'SIGINT')
          return
        }
        text = key === '\u007f' || key === '\b' ? text.slice(0, -1) : text + key
      }
    }
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    input.setRawMode(true).setEncoding('utf8').resume().on('data', onKeys)
  })

/** A new password from standard input: piped in, or typed twice without being shown. Never an argument, where other users could read it. */
export const readPassword = async (signal: AbortSignal): Promise<string> => {
  const input = process.stdin
  if (!input.isTTY) return readFromPipe(input)
  const password = await readFromKeyboard(input, '\nPassword: ', signal)
  const again = await readFromKeyboard(input, 'Again: ', signal)
  if (password !== again) throw new CommandError('The two passwords differ. Nothing was made.')
  return password
}

/** A passphrase or a secret typed in a terminal without being shown, a new one twice; nothing where there is no terminal. */
export const readHiddenInput = async (
  name: string,
  isNew: boolean,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const input = process.stdin
  if (!input.isTTY) return undefined
  const text = await readFromKeyboard(input, `\n${name}: `, signal)
  if (isNew && text !== (await readFromKeyboard(input, 'Again: ', signal)))
    throw new CommandError('The two differ. Nothing was made.')
  return text
}
