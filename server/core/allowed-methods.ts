import type { FastifyInstance } from 'fastify'

const isUrlPattern = (url: string): boolean => /[:*]/.test(url)
const removeTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)
const toUrlRegExp = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  )

/**
 * Notes every route that is registered from now on. Gives what finds the methods that a path is served with; none where nothing is
 * there at all.
 */
export const collectAllowedMethods = (app: FastifyInstance): ((path: string) => string[]) => {
  const methodsOf = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  app.addHook('onRoute', ({ method, url }) => {
    const path = removeTrailingSlash(url)
    if (isUrlPattern(path)) patterns.set(path, toUrlRegExp(path))
    const known = methodsOf.get(path) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methodsOf.set(path, known)
  })
  return (path) => {
    const requestedPath = removeTrailingSlash(path)
    const matching = [
      requestedPath,
      ...[...patterns].filter(([, pattern]) => pattern.test(requestedPath)).map(([url]) => url),
    ]
    return [...new Set(matching.flatMap((url) => [...(methodsOf.get(url) ?? [])]))].sort()
  }
}
