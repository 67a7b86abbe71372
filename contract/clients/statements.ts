import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { BusinessDate, Id } from '#contract/core/values.ts'
import { productFamilies } from '../products.ts'

/** One for each account that moved in the days or held something when they began; under its primary holder. */
const statementFilters = z.object({
  /** Of the clients whose manager this is now. */
  manager: Id.optional(),
  family: z.enum(productFamilies).optional(),
  from: BusinessDate,
  to: BusinessDate,
})

export const countAccountStatements = defineEndpoint({
  method: 'GET',
  path: '/statements/count',
  summary: 'How many accounts of my clients have a statement of some days, and how many moved too often for a paper',
  module: 'bt_Clientes',
  action: 'export',
  query: statementFilters,
  output: z.object({ documents: z.number().int(), tooLong: z.number().int() }),
})

export const exportAccountStatements = defineEndpoint({
  method: 'GET',
  path: '/statements',
  summary: 'The statements of my clients’ accounts for some days, a PDF for each, in one zip',
  module: 'bt_Clientes',
  action: 'export',
  query: statementFilters,
  output: z.unknown(),
})
