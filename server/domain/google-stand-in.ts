import { createHash, randomUUID } from 'node:crypto'

/** An event as Google's calendar API v3 gives it, as far as we ask for it. */
export type StandInEvent = {
  id: string
  status?: string
  summary?: string
  start?: { date?: string; dateTime?: string }
  end?: { date?: string; dateTime?: string }
  transparency?: string
  eventType?: string
  iCalUID?: string
  attendees?: { self?: boolean; responseStatus?: string }[]
}

/** How it answers instead of well: as Google is known to, and as networks are. */
export const googleStandInModes = [
  'well',
  'unauthorized',
  'rateLimited',
  'tooManyRequests',
  'forbidden',
  'gone',
  'late',
  'half',
  'down',
  'revoked',
] as const
export type StandInMode = (typeof googleStandInModes)[number]

export type StandInRequest = { method: string; path: string; authorization: string | undefined; body: string }
export type StandInAnswer = { status: number; headers: Record<string, string>; body: string; delayMs?: number }

type ChangedEvent = { event: StandInEvent; sequence: number }
type Code = { email: string; challenge: string; redirectUrl: string; scope: string }

const apiFailure = (status: number, reason: string, message: string): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify({ error: { errors: [{ domain: 'global', reason, message }], code: status, message } }),
})
const tokenFailure = (status: number, error: string): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error, error_description: error }),
})
const json = (value: unknown): StandInAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(value),
})
const redirect = (address: string): StandInAnswer => ({ status: 302, headers: { location: address }, body: '' })

const failures: Readonly<Record<Exclude<StandInMode, 'well' | 'late' | 'half'>, StandInAnswer>> = {
  unauthorized: apiFailure(401, 'authError', 'Invalid Credentials'),
  rateLimited: apiFailure(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
  tooManyRequests: apiFailure(429, 'rateLimitExceeded', 'Rate Limit Exceeded'),
  forbidden: apiFailure(403, 'insufficientPermissions', 'Insufficient Permission'),
  gone: apiFailure(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.'),
  down: apiFailure(500, 'backendError', 'Backend Error'),
  revoked: tokenFailure(400, 'invalid_grant'),
}

const toBase64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const fromBase64Url = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const renderConsentPage = (
  publicUrl: string,
  query: URLSearchParams,
  { email, mode }: { email: string; mode: StandInMode },
): StandInAnswer => {
  const link = (answer: string) => escapeHtml(`${publicUrl}/authorize/${answer}?${query}`)
  const modes = googleStandInModes.map(
    (one) =>
      `<li>${one === mode ? `<b>${one}</b>` : `<a href="${escapeHtml(`${publicUrl}/mode/${one}?${query}`)}">${one}</a>`}</li>`,
  )
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
    body: `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sustituto de Google</title>
<style>body{font:15px/1.5 system-ui;max-width:34em;margin:3em auto;padding:0 1em;color-scheme:light dark}a.do{display:inline-block;margin:1em 1em 1em 0;padding:.5em 1em;border:1px solid;border-radius:4px}</style>
<h1>Esto no es Google</h1>
<p>Es un sustituto para la firma de demostración: responde como Google Calendar con citas inventadas, y nada sale de este equipo.</p>
<p>Atalaya quiere <b>leer el calendario</b> de <b>${escapeHtml(email)}</b> y el directorio de su organización.</p>
<p><a class="do" href="${link('allow')}">Permitir</a><a class="do" href="${link('deny')}">Cancelar</a></p>
<p>Para probar qué pasa cuando Google falla, elige cómo responde desde ahora:</p><ul>${modes.join('')}</ul></html>`,
  }
}

type StandInParts = {
  clientId: string
  clientSecret: string
  /** Where it is reached, with a path and without a slash at the end: by browsers, and by the server. */
  publicUrl: string
  /** What each account has beside what it is given, and who is in the directory. */
  generate?: (email: string, from: number, to: number) => StandInEvent[]
  directory?: readonly { name: string; email: string }[]
}

const getMoment = (time: StandInEvent['start']): number => Date.parse(time?.dateTime ?? `${time?.date}T00:00:00Z`)

/**
 * A server that answers as Google's consent, calendar API v3 and directory do, for the demonstration firm and for tests. Its lasting tokens say
 * themselves whose they are, so that they outlive it.
 */
export class GoogleStandIn {
  /** 'GET /calendar/v3/…', in order; the queries aren't kept. */
  readonly calls: string[] = []
  private readonly parts: StandInParts
  private readonly accounts = new Map<string, Map<string, ChangedEvent>>()
  private readonly codes = new Map<string, Code>()
  private readonly revoked = new Set<string>()
  private sequence = 1
  private mode: StandInMode = 'well'
  private timesLeft = Number.POSITIVE_INFINITY
  private refusedScopes: readonly string[] = []

  constructor(parts: StandInParts) {
    this.parts = parts
  }

  private takeMode(): StandInMode {
    if (this.mode === 'well' || this.timesLeft <= 0) return 'well'
    this.timesLeft -= 1
    return this.mode
  }

  private authorize(query: URLSearchParams): StandInAnswer {
    const back = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.parts.clientId || query.get('response_type') !== 'code' || !URL.canParse(back))
      return tokenFailure(400, 'invalid_request')
    const email = query.get('login_hint') ?? 'alguien@gmail.example'
    return renderConsentPage(this.parts.publicUrl, query, { email, mode: this.mode })
  }

  private answerConsent(path: string, query: URLSearchParams): StandInAnswer {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (path.endsWith('/deny')) {
      back.searchParams.set('error', 'access_denied')
      return redirect(back.href)
    }
    const code = randomUUID()
    this.codes.set(code, {
      email: query.get('login_hint') ?? 'alguien@gmail.example',
      challenge: query.get('code_challenge') ?? '',
      redirectUrl: query.get('redirect_uri') ?? '',
      scope: (query.get('scope') ?? '')
        .split(' ')
        .filter((scope) => !this.refusedScopes.includes(scope))
        .join(' '),
    })
    back.searchParams.set('code', code)
    return redirect(back.href)
  }

  private issue(email: string, scope: string) {
    return {
      access_token: `access.${toBase64Url({ email, scope, nonce: randomUUID() })}`,
      expires_in: 3599,
      token_type: 'Bearer',
      scope,
    }
  }

  private exchangeCode(form: URLSearchParams): StandInAnswer {
    const code = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge || code.redirectUrl !== form.get('redirect_uri'))
      return tokenFailure(400, 'invalid_grant')
    const { email, scope } = code
    const claims = { iss: 'stand-in', aud: this.parts.clientId, sub: `stand-in ${email}`, email, email_verified: true }
    return json({
      ...this.issue(email, scope),
      refresh_token: `lasting.${toBase64Url({ email, scope, nonce: randomUUID() })}`,
      id_token: `${toBase64Url({ alg: 'none' })}.${toBase64Url(claims)}.`,
    })
  }

  private token(form: URLSearchParams): StandInAnswer {
    if (form.get('client_id') !== this.parts.clientId || form.get('client_secret') !== this.parts.clientSecret)
      return tokenFailure(401, 'invalid_client')
    if (this.mode === 'revoked' && this.takeMode() === 'revoked') return failures.revoked
    if (form.get('grant_type') === 'authorization_code') return this.exchangeCode(form)
    const lasting = form.get('refresh_token') ?? ''
    const grant = fromBase64Url(lasting.slice('lasting.'.length)) as { email: string; scope: string } | null
    return grant && !this.revoked.has(lasting)
      ? json(this.issue(grant.email, grant.scope))
      : tokenFailure(400, 'invalid_grant')
  }

  private listEvents(email: string, query: URLSearchParams): StandInAnswer {
    const known = this.accounts.get(email) ?? new Map<string, ChangedEvent>()
    const syncToken = query.get('syncToken')
    const size = Number(query.get('maxResults') ?? 250)
    const first = Number(query.get('pageToken') ?? 0)
    let items: StandInEvent[]
    if (syncToken === null) {
      const from = Date.parse(query.get('timeMin') ?? '')
      const to = Date.parse(query.get('timeMax') ?? '')
      if (!(from < to)) return apiFailure(400, 'timeRangeEmpty', 'The specified time range is empty.')
      items = [...known.values()]
        .map(({ event }) => event)
        .filter((event) => event.status !== 'cancelled' && getMoment(event.end) > from && getMoment(event.start) < to)
      items.push(...(this.parts.generate?.(email, from, to) ?? []))
    } else items = [...known.values()].filter((one) => one.sequence > Number(syncToken)).map(({ event }) => event)
    const page = items.slice(first, first + size)
    const next =
      first + size < items.length ? { nextPageToken: String(first + size) } : { nextSyncToken: String(this.sequence) }
    return json({ kind: 'calendar#events', items: page, ...next })
  }

  private findBusy(body: string): StandInAnswer {
    const question = JSON.parse(body) as { timeMin: string; timeMax: string; items: { id: string }[] }
    const from = Date.parse(question.timeMin)
    const to = Date.parse(question.timeMax)
    const calendars = question.items.map(({ id }) => {
      const known = [...(this.accounts.get(id)?.values() ?? [])].map(({ event }) => event)
      const all = [...known, ...(this.parts.generate?.(id, from, to) ?? [])]
      if (all.length === 0) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
      const busy = all
        .filter(({ status, transparency }) => status !== 'cancelled' && transparency !== 'transparent')
        .filter((event) => getMoment(event.end) > from && getMoment(event.start) < to)
        .map((event) => ({
          start: new Date(getMoment(event.start)).toISOString(),
          end: new Date(getMoment(event.end)).toISOString(),
        }))
      return [id, { busy }]
    })
    return json({ kind: 'calendar#freeBusy', calendars: Object.fromEntries(calendars) })
  }

  private searchDirectory(query: URLSearchParams): StandInAnswer {
    const search = (query.get('query') ?? '').toLowerCase()
    const found = (this.parts.directory ?? []).filter(({ name, email }) =>
      `${name} ${email}`.toLowerCase().includes(search),
    )
    return json({
      people: found
        .slice(0, Number(query.get('pageSize') ?? 10))
        .map(({ name, email }) => ({ names: [{ displayName: name }], emailAddresses: [{ value: email }] })),
    })
  }

  private answerApi(path: string, query: URLSearchParams, request: StandInRequest): StandInAnswer {
    const bearer = request.authorization?.replace(/^Bearer access\./, '') ?? ''
    const grant = fromBase64Url(bearer) as { email: string; scope: string } | null
    if (!grant) return failures.unauthorized
    if (path === '/calendar/v3/calendars/primary/events') return this.listEvents(grant.email, query)
    if (path === '/calendar/v3/freeBusy') return this.findBusy(request.body)
    if (path === '/people/v1/people:searchDirectoryPeople') return this.searchDirectory(query)
    return apiFailure(404, 'notFound', 'Not Found')
  }

  private answerWithMode(path: string, query: URLSearchParams, request: StandInRequest): StandInAnswer {
    // With a consent its access tokens end too; how often is counted where new ones are asked for.
    if (this.mode === 'revoked') return failures.unauthorized
    // A token that is too old is one of changes alone.
    if (this.mode === 'gone' && !query.has('syncToken')) return this.answerApi(path, query, request)
    const now = this.takeMode()
    if (now === 'well') return this.answerApi(path, query, request)
    const well = this.answerApi(path, query, request)
    if (now === 'late') return { ...well, delayMs: 60_000 }
    if (now === 'half') return { ...well, body: well.body.slice(0, Math.floor(well.body.length / 2)) }
    return failures[now]
  }

  handle(request: StandInRequest): StandInAnswer {
    const { pathname, searchParams } = new URL(request.path, 'http://stand-in')
    const path = pathname.slice(new URL(this.parts.publicUrl).pathname.length)
    this.calls.push(`${request.method} ${path}`)
    if (path === '/authorize') return this.authorize(searchParams)
    if (path.startsWith('/authorize/')) return this.answerConsent(path, searchParams)
    if (path.startsWith('/mode/')) {
      this.mode = googleStandInModes.find((one) => one === path.slice('/mode/'.length)) ?? 'well'
      this.timesLeft = Number.POSITIVE_INFINITY
      return redirect(`${this.parts.publicUrl}/authorize?${searchParams}`)
    }
    if (path === '/token') return this.token(new URLSearchParams(request.body))
    if (path === '/revoke') {
      this.revoked.add(new URLSearchParams(request.body).get('token') ?? '')
      return json({})
    }
    return this.answerWithMode(path, searchParams, request)
  }

  put(email: string, ...events: readonly StandInEvent[]): void {
    const known = this.accounts.get(email) ?? new Map<string, ChangedEvent>()
    this.sequence += 1
    for (const event of events) known.set(event.id, { event, sequence: this.sequence })
    this.accounts.set(email, known)
  }

  /** How it answers from now on, or so many times. */
  setMode(mode: StandInMode, times = Number.POSITIVE_INFINITY): void {
    this.mode = mode
    this.timesLeft = times
  }

  /** What people leave unticked when they consent. */
  refuseScopes(scopes: readonly string[]): void {
    this.refusedScopes = scopes
  }
}
