import {
  cancelEmployeeMove as cancelContract,
  changeEmployee as changeContract,
  createEmployee as createContract,
  getEmployee,
  getStaffOptions,
  cancelTermination as keepContract,
  moveEmployee as moveContract,
  revealEmployeeSensitiveData,
  terminateEmployee as terminateContract,
} from '#contract/staff.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeEmployee } from './change-employee.ts'
import { createEmployee } from './create-employee.ts'
import { findEmployee } from './employee.queries.ts'
import { cancelMove, moveEmployee } from './move-employee.ts'
import { officeMoveTask } from './office-move-task.ts'
import { revealEmployeeSecrets } from './reveal-secrets.ts'
import { salaryAccountTask } from './salary-account-task.ts'
import { staffJobs } from './staff.jobs.ts'
import { staffRoutes } from './staff.list.ts'
import { findStaffOptions } from './staff.queries.ts'
import { staffMoveTask } from './staff-move-task.ts'
import { cancelTermination, terminateEmployee } from './terminate-employee.ts'

const routes: readonly Route[] = [
  ...staffRoutes,
  buildRoute(getStaffOptions, findStaffOptions),
  buildRoute(createContract, createEmployee),
  buildRoute(getEmployee, findEmployee),
  buildRoute(changeContract, changeEmployee),
  buildRoute(revealEmployeeSensitiveData, revealEmployeeSecrets),
  buildRoute(moveContract, moveEmployee),
  buildRoute(cancelContract, cancelMove),
  buildRoute(terminateContract, terminateEmployee),
  buildRoute(keepContract, cancelTermination),
]

export const feature: Feature = { routes, tasks: [salaryAccountTask, staffMoveTask, officeMoveTask], jobs: staffJobs }
