import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** The limits of a product that money can be transferred to at a maturity: on sale, and earning. Undefined for any other. */
export const findTransferTarget = async (
  db: Kysely<DB>,
  productId: string | null,
): Promise<{ minimum: string; maximum: string | null } | undefined> =>
  productId === null
    ? undefined
    : db
        .selectFrom('product')
        .select(['minimum', 'maximum'])
        .where('id', '=', productId)
        .where('onSale', '=', true)
        .where('accrues', '=', true)
        .where('family', '<>', 'current')
        .executeTakeFirst()
