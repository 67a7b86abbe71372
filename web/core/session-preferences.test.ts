import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/auth.ts'

let answer: (() => void)[]
let sentBodies: unknown[]
beforeEach(() => {
  answer = []
  sentBodies = []
  vi.stubGlobal('location', { pathname: '/crm' })
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sentBodies.push(JSON.parse(body))
    return new Promise<Response>((resolve) => answer.push(() => resolve(new Response('{}'))))
  })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const signIn = async (username: string) => {
  const { useSession } = await import('./session.ts')
  useSession.setState({ session: { username, preferences: {} } as unknown as Session })
  return import('./session-preferences.ts')
}

test('sends the second of two quick choices once the first is kept', async () => {
  const { setDashboard } = await signIn('ana')
  setDashboard(['goal', 'withdrawalRequests'])
  setDashboard(['withdrawalRequests', 'goal'])
  await vi.waitFor(() => expect(answer).toHaveLength(1))
  expect(sentBodies).toEqual([{ dashboard: ['goal', 'withdrawalRequests'] }])
  answer[0]!()
  await vi.waitFor(() => expect(answer).toHaveLength(2))
  expect(sentBodies.at(-1)).toEqual({ dashboard: ['withdrawalRequests', 'goal'] })
})

test('a choice that waits is not sent for whoever signs in next', async () => {
  const { setStartPage } = await signIn('ana')
  setStartPage('myDay')
  setStartPage('last')
  await vi.waitFor(() => expect(answer).toHaveLength(1))
  await signIn('luis')
  answer[0]!()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sentBodies).toHaveLength(1)
})
