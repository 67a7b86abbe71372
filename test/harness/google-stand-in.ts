import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GoogleStandIn, type StandInEvent } from '#server/domain/google-stand-in.ts'

const client = { clientId: 'atalaya.apps.example', clientSecret: 'a secret of tests' }

/** The stand-in on a port of its own, with what the environment of a server is that asks it. `stop` ends what it keeps waiting. */
export const startGoogleStandIn = async (directory: readonly { name: string; email: string }[] = []) => {
  let standIn: GoogleStandIn
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = 'GET', url = '/', headers } = request
      const body = Buffer.concat(parts).toString('utf8')
      const answer = standIn.handle({ method, path: url, authorization: headers.authorization, body })
      // Whoever is late answers never: the test doesn't wait for as long.
      if (!answer.delayMs) response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/google`
  standIn = new GoogleStandIn({ ...client, publicUrl: url, directory })
  return {
    standIn,
    environment: {
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: client.clientSecret,
      GOOGLE_API_URL: url,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** An event of a day in June as Google tells it, from and to by the clock of Madrid. */
export const googleEvent = (
  id: string,
  day: string,
  from: string,
  to: string,
  more: Partial<StandInEvent> = {},
): StandInEvent => ({
  id,
  status: 'confirmed',
  summary: `Asunto de ${id}`,
  start: { dateTime: `${day}T${from}:00+02:00` },
  end: { dateTime: `${day}T${to}:00+02:00` },
  ...more,
})
