import { vi } from 'vitest'
import type { Session } from '#contract/auth.ts'

/** What the browser's storages hold: both are one here. */
export const storedValues = new Map<string, string>()
export const storageStub = {
  getItem: (key: string) => storedValues.get(key) ?? null,
  setItem: (key: string, value: string) => void storedValues.set(key, value),
  removeItem: (key: string) => void storedValues.delete(key),
}
// Told once: the same token again a second later would be another one.
const tokenExpiry = Math.floor(Date.now() / 1000) + 600
export const buildToken = (name: string): string => `${name}.${btoa(JSON.stringify({ exp: tokenExpiry }))}.b`
export const userFixture = { username: 'ana', email: 'ana@example.test', idioma: 'spanish' } as const
export const sessionFixture: Session = {
  ...userFixture,
  sessionId: '3f0c1f0e-0000-4000-8000-000000000001',
  fullName: 'Ana Romero',
  prefix: 'dino',
  prefixes: ['dino', 'dino_uab'],
  role: 'manager',
  cvl: 'ES-G014',
  actingCvl: null,
  actingName: null,
  mayWorkInView: false,
  mayChangeView: false,
  zoneName: null,
  permissions: [
    { module: 'bt_Clientes', actions: ['view'] },
    { module: 'bt_AreaPersonal', actions: ['view'] },
  ],
  seesOwnClientsOnly: false,
  businessDate: '2026-11-21',
  timeZone: 'Europe/Madrid',
  locale: 'es-ES',
  expiresAt: '2026-11-22T10:00:00Z',
  hasPassword: true,
  preferences: {
    layout: null,
    language: null,
    activeCurrency: null,
    favourites: [],
    startPage: null,
    dayMail: false,
    dashboard: null,
  },
  currencies: [{ code: 'USD', perEuro: '1.08', validFrom: '2026-11-01' }],
  settingsPanel: true,
  unreadNotifications: 0,
  maintenance: null,
  defaultViews: [],
  enrolment: false,
}

/** Answers with the session, unless a test says before what comes next. */
export const fetchMock = vi.fn<typeof fetch>()
export const mockResponse = (body: unknown, status = 200) =>
  fetchMock.mockImplementationOnce(async () => Response.json(body, { status }))
export const mockRefusal = (status: number, code: string) =>
  mockResponse({ code, message: code, requestId: 'r1' }, status)
