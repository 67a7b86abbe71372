import type { BulkResult, defineBulkAction } from '#contract/core/bulk.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { Ctx } from './ctx.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { buildPermissionRecheck } from './permission-recheck.ts'
import { buildRoute, type HttpContext, type Route } from './routes.ts'

type BulkEndpoint = ReturnType<typeof defineBulkAction>

/** Does the action with one record: in a transaction of its own, and with the caller's rights to that record. */
type RunRow<E extends BulkEndpoint> = (
  ctx: Ctx,
  id: string,
  request: ParsedRequest<E>,
  raw: HttpContext,
) => Promise<unknown>

/** Binds a bulk action to what it does with one record. Answers of each what became of it; the one that is refused keeps no other back. */
export const buildBulkRoute = <const E extends BulkEndpoint>(endpoint: E, runRow: RunRow<E>): Route =>
  buildRoute(endpoint as BulkEndpoint, async (ctx, request, raw) => {
    const recheckPermission = buildPermissionRecheck(ctx, endpoint, raw.deps.clock)
    const run = async (id: string): Promise<string | null> => {
      try {
        await recheckPermission()
        await runRow(ctx, id, request as ParsedRequest<E>, raw)
        return null
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        if (error instanceof RefusalError) return error.code
        // Of this one nothing was done; the others are no worse for it.
        raw.request.log.error({ err: error, recordId: id }, 'a row of a bulk action failed')
        return 'internal'
      }
    }
    const results: BulkResult[] = []
    const { ids } = request.body as { ids: string[] }
    for (const id of new Set(ids)) results.push({ id, code: await run(id) })
    return { results }
  })
