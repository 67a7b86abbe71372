import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { DemoSignIn } from '#contract/auth/demo.ts'
import { parseDay, toIsoDate, weekday } from '#rules/calendar.ts'
import { toInstant } from '#rules/zoned-time.ts'
import { buildStandInAddresses, type Config, formatServerUrl, type GoogleCalendarConfig } from './core/config.ts'
import { GoogleStandIn, type StandInEvent } from './domain/google-stand-in.ts'

const demoZone = 'Europe/Madrid'
const demoTitles = [
  'Dentista',
  'Comida con un antiguo compañero',
  'Gimnasio',
  'Tutoría del colegio',
  'Revisión del coche',
]

/** Invented appointments, the same ones each time: one on most working days, and a week of holidays now and then. */
const generateDemoEvents = (email: string, from: number, to: number): StandInEvent[] => {
  const [seed = 0] = createHash('sha256').update(email).digest()
  const first = parseDay(new Date(from).toISOString().slice(0, 10))
  const last = parseDay(new Date(to).toISOString().slice(0, 10))
  const days = Array.from({ length: last - first }, (_, n) => first + n)
  return days.flatMap((day): StandInEvent[] => {
    const on = toIsoDate(day)
    const turn = day + seed
    const timed = (id: string, summary: string, start: string, end: string): StandInEvent => ({
      id: `${id}${day}`,
      summary,
      status: 'confirmed',
      start: { dateTime: toInstant(`${on}T${start}`, demoZone) },
      end: { dateTime: toInstant(`${on}T${end}`, demoZone) },
    })
    if (turn % 61 === 0)
      return [
        {
          id: `allday${day}`,
          summary: 'Mudanza',
          status: 'confirmed',
          start: { date: on },
          end: { date: toIsoDate(day + 1) },
        },
      ]
    const day7 = weekday(day)
    if (day7 === 0 || day7 === 6) return []
    const events = [timed('standup', 'Reunión diaria del equipo', '09:15', '09:30')]
    if (turn % 3 === 0) events.push(timed('own', demoTitles[turn % demoTitles.length]!, '13:30', '15:00'))
    if (turn % 5 === 0) events.push(timed('late', demoTitles[(turn + 2) % demoTitles.length]!, '17:00', '18:00'))
    return events
  })
}

const demoPath = '/demo/google'
const demoClient = { clientId: 'atalaya-demo', clientSecret: 'atalaya-demo' }

/** Serves the stand-in below one path of the product's own port. */
const registerGoogleStandIn = async (app: FastifyInstance, standIn: GoogleStandIn): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    scope.all(`${demoPath}/*`, async ({ method, url, headers, body }, reply) => {
      const { authorization } = headers
      const answer = standIn.handle({ method, path: url, authorization, body: typeof body === 'string' ? body : '' })
      if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs))
      return reply.status(answer.status).headers(answer.headers).send(answer.body)
    })
  })
}

/** The stand-in of the demonstration firm, and how the server reaches it: on its own port. */
export const buildDemoGoogle = (
  { host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  people: readonly DemoSignIn[],
): { extend: (app: FastifyInstance) => Promise<void>; google: GoogleCalendarConfig } => {
  const seenByBrowsers = `${publicUrl}${demoPath}`
  const standIn = new GoogleStandIn({
    ...demoClient,
    publicUrl: seenByBrowsers,
    generate: generateDemoEvents,
    directory: people.map(({ email, role, prefix }) => ({ name: `${role} (${prefix})`, email })),
  })
  return {
    extend: (app) => registerGoogleStandIn(app, standIn),
    google: {
      ...demoClient,
      ...buildStandInAddresses(`${formatServerUrl(host, port)}${demoPath}`),
      authorizationUrl: `${seenByBrowsers}/authorize`,
    },
  }
}
