import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/external-positions.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { assertPastDay, auditPosition, changeLockedPosition, findOfferedProduct } from './lock-position.ts'

/** Changes what a position is of, and since when. One that stays with a closed product may stay there. */
export const changePosition = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeExternalPosition>,
): Promise<ResponseBody<typeof contract.changeExternalPosition>> =>
  changeLockedPosition(ctx, request, async (tx, position) => {
    const { productId, description, since } = request.body
    assertPastDay(ctx, 'since', since, null)
    const product = productId === position.productId ? null : await findOfferedProduct(tx, productId)
    await tx
      .updateTable('externalPosition')
      .set({
        productId,
        description,
        since,
        ...(product && { institution: product.institution, kind: product.kind }),
      })
      .where('id', '=', position.id)
      .execute()
    const before = { product: position.productName ?? position.institution, since: position.since }
    const isDescriptionChanged = description !== position.description
    await auditPosition(
      tx,
      ctx,
      'externalPosition.changed',
      product ? { ...position, institution: product.institution, productName: product.name } : position,
      // Its own words may hold a number of another bank: the audit says that they are others now.
      { before, after: { since, ...(isDescriptionChanged && { changed: 'description' }) } },
    )
  })
