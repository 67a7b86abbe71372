import { mockAnswers } from './answers.ts'

const mockDelayMs = 1000

/** Answers the demo mock's calls in the page itself; everything else goes its way. Only in builds made with `--mock`. */
export const startMockServer = (): void => {
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    const answer = mockAnswers[pathname]
    if (request.method !== 'POST' || !answer || origin !== location.origin) return realFetch(input, init)
    const sent = await request.json().catch(() => ({}))
    await new Promise((resolve) => setTimeout(resolve, mockDelayMs))
    const { status, body } = answer(sent)
    return Response.json(body, { status })
  }
}
