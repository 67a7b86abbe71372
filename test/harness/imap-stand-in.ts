import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/**
 * A mailbox that answers as an IMAP server does (RFC 3501), as far as reading it asks: one folder, plain, with one user. `letters` are its letters, the
 * first with uid 1; `commands` what was asked of it, without passwords.
 */
export const startImapStandIn = async ({ user, password }: { user: string; password: string }) => {
  const letters: string[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const state = { validity: 7 }
  const parseRange = (range: string): number[] => {
    const all = letters.map((_, n) => n + 1)
    const last = all.at(-1) ?? 0
    return range.split(',').flatMap((part) => {
      const [from, to = from] = part.split(':').map((end) => (end === '*' ? last : Number(end)))
      return all.filter((uid) => uid >= Math.min(from!, to!) && uid <= Math.max(from!, to!))
    })
  }
  const answerSearch = (command: string): string => {
    const range = /UID (\S+)/i.exec(command.replace(/^UID SEARCH/i, ''))?.[1] ?? '1:*'
    return `* SEARCH ${parseRange(range).join(' ')}`
  }
  const answerFetch = (command: string): string => {
    const [, range = '', items = ''] = /^UID FETCH (\S+) \(?(.*?)\)?$/i.exec(command) ?? []
    return parseRange(range)
      .map((uid) => {
        const letter = letters[uid - 1]!
        const bytes = Buffer.byteLength(letter)
        const source = /BODY/i.test(items) ? ` BODY[] {${bytes}}\r\n${letter}` : ''
        return `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${bytes}${source})`
      })
      .join('\r\n')
  }
  const answer = (socket: Socket, tag: string, command: string): void => {
    const reply = (...lines: string[]) => socket.write(`${lines.filter(Boolean).join('\r\n')}\r\n`)
    const name = /^(?:UID )?\S+/i.exec(command)![0].toUpperCase()
    commands.push(name)
    if (name === 'LOGIN') {
      const given = [...command.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
        (part) => part[1]?.replace(/\\(.)/g, '$1') ?? part[2],
      )
      const isRight = given[1] === user && given[2] === password
      return void reply(isRight ? `${tag} OK done` : `${tag} NO [AUTHENTICATIONFAILED] wrong`)
    }
    if (name === 'CAPABILITY') return void reply('* CAPABILITY IMAP4rev1', `${tag} OK done`)
    if (name === 'LIST' || name === 'LSUB') return void reply('* LIST () "/" INBOX', `${tag} OK done`)
    if (name === 'EXAMINE' || name === 'SELECT')
      return void reply(
        `* ${letters.length} EXISTS`,
        `* OK [UIDVALIDITY ${state.validity}] ok`,
        `* OK [UIDNEXT ${letters.length + 1}] ok`,
        `${tag} OK [READ-ONLY] done`,
      )
    if (name === 'UID SEARCH') return void reply(answerSearch(command), `${tag} OK done`)
    if (name === 'UID FETCH') return void reply(answerFetch(command), `${tag} OK done`)
    if (name === 'LOGOUT') {
      reply('* BYE', `${tag} OK done`)
      return void socket.end()
    }
    reply(name === 'NOOP' ? `${tag} OK done` : `${tag} BAD unknown`)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    let waiting = ''
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      waiting += data.toString()
      for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        const [, tag, command] = /^(\S+) (.*)$/.exec(line) ?? []
        if (tag && command) answer(socket, tag, command)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    letters,
    commands,
    state,
    config: { host: '127.0.0.1', port, secure: false, user, password, folder: 'INBOX', address: user },
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
