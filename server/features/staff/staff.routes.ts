import {
  cancelMove as cancelContract,
  changeEmployee as changeContract,
  createEmployee as createContract,
  getEmployee,
  keepEmployee as keepContract,
  listStaff,
  moveEmployee as moveContract,
  showEmployeeSecrets,
  staffOptions,
  terminateEmployee as terminateContract,
} from '#contract/staff.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeEmployee } from './change-employee.ts'
import { createEmployee } from './create-employee.ts'
import { findEmployee } from './employee.queries.ts'
import { cancelMove, moveEmployee } from './move-employee.ts'
import { showSecrets } from './show-secrets.ts'
import { staffExport } from './staff.export.ts'
import { countStaff, findOptions, findStaff } from './staff.queries.ts'
import { keepEmployee, terminateEmployee } from './terminate-employee.ts'

export const staffRoutes: readonly Route[] = [
  serve(listStaff.page, (ctx, { query }) => findStaff(ctx, query)),
  serve(listStaff.count, (ctx, { query }) => countStaff(ctx, query)),
  serve(staffOptions, findOptions),
  serve(createContract, createEmployee),
  serve(getEmployee, findEmployee),
  serve(changeContract, changeEmployee),
  serve(showEmployeeSecrets, showSecrets),
  serve(moveContract, moveEmployee),
  serve(cancelContract, cancelMove),
  serve(terminateContract, terminateEmployee),
  serve(keepContract, keepEmployee),
  staffExport,
]
