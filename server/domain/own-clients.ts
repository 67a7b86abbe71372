import type { Ctx } from '#server/core/ctx.ts'
import { isManagedBy, selectVisibleClients } from './visibility.ts'

/** The visible clients `c` whose manager, partner, advisor or banker that member of staff is. */
export const selectOwnClients = (ctx: Pick<Ctx, 'db' | 'scopes'>, employeeId: string) =>
  selectVisibleClients(ctx).where((eb) => isManagedBy(eb, [employeeId]))
