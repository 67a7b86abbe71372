import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { figureParts } from '#contract/figures/keys.ts'
import { clientDistributions } from '#contract/people-dashboard/spans.ts'
import type { getPeopleStatistics } from '#contract/people-dashboard.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { findMedianSize } from '#server/domain/client-distribution.ts'
import { resolveRequest, sumFigureParts } from '#server/domain/figure-rows.ts'

/** Throws 404 for whom the caller doesn't see, and where clients aren't to see. */
export const findPeopleStatistics = async (
  ctx: Ctx,
  { query }: { query: ParsedRequest<typeof getPeopleStatistics>['query'] },
): Promise<ResponseBody<typeof getPeopleStatistics>> => {
  const today = { range: 'custom', from: ctx.businessDate, to: ctx.businessDate, ...query } as const
  const request = await resolveRequest(ctx, 'clientSizes', today)
  const [median, ...sums] = await Promise.all([
    findMedianSize(request),
    ...clientDistributions.map((key) => sumFigureParts(key, request)),
  ])
  return {
    median,
    distributions: clientDistributions.map((key, at) => ({
      key,
      parts: figureParts[key].map(
        (part) => sums[at]!.find((sum) => sum.part === part) ?? { part, count: 0, amount: '0.00' },
      ),
    })),
  }
}
