import { changeEmployee, type EmployeeRow, getEmployee } from '#contract/staff.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'

type Option = { value: string; label: string }

/** Of the employee whose row is seen; refused where somebody has changed the company since. */
const setSubcompany = async (employeeId: string, seen: string, next: string): Promise<void> => {
  const params = { employeeId }
  const { version, subcompanyId } = await callEndpoint(getEmployee, { params })
  if ((subcompanyId ?? '') !== seen) throw new CallError(409, { code: 'conflict.changed' })
  const body = { version, subcompanyId: next || null }
  await callEndpoint(changeEmployee, { params, body }, { refreshOnRefusal: true })
}

/** The company of an employee, changed in its row: it needs no second person, and is taken back with a key. */
export const useSubcompanyChange = (options: readonly Option[]) => {
  const { t } = useTranslation('staff')
  const messages = useResultMessage()
  const change = async ({ id, fullName }: Pick<EmployeeRow, 'id' | 'fullName'>, seen: string, next: string) => {
    try {
      await setSubcompany(id, seen, next)
      const company = options.find(({ value }) => value === next)?.label ?? ''
      messages.show({
        text: t('quick.done', { name: fullName, company }),
        undo: async () => {
          await setSubcompany(id, next, seen)
          return t('quick.undone', { name: fullName })
        },
      })
    } catch (error) {
      messages.showFailure(error)
    }
  }
  return { messages, change }
}
