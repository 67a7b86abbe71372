import type { Page } from 'playwright-core'
import { shellCalls } from '../screen-calls.ts'

const toPattern = (path: string): string => decodeURIComponent(path.split('?', 1)[0]!).replaceAll(/\d+/g, ':id')

/** A call as the table of screens writes it. */
const nameCall = (method: string, { pathname, searchParams }: URL): string => {
  const path = pathname.replace('/api/v1', '')
  const paths = path === '/reads' ? (searchParams.get('paths') ?? '').split(',') : [path]
  return `${method === 'GET' ? '' : `${method} `}${paths.map(toPattern).join(' + ')}`
}

/** Notes what a page asks of the API, but for what the shell asks; each once. `take` gives them and begins anew. */
export const watchCalls = (page: Page) => {
  let calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!/^\/(api|ApiRest)\//.test(url.pathname)) return
    const call = nameCall(request.method(), url)
    if (!shellCalls.includes(call) && !calls.includes(call)) calls.push(call)
  })
  return {
    list: (): readonly string[] => calls,
    take: (): readonly string[] => {
      const taken = calls
      calls = []
      return taken
    },
  }
}

/** The single reads of calls that bring several. */
export const listReads = (calls: readonly string[]): string[] => calls.flatMap((call) => call.split(' + '))
