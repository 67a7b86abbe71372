import type { ClientInfoForm } from '#contract/info-forms.ts'
import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'

export type InfoFormAction = 'review' | 'fill' | 'continue' | 'update' | 'send' | 'withdraw'
type May = (module: ModuleKey, action: PermissionAction) => boolean
type FormFacts = Pick<ClientInfoForm, 'status' | 'barrier'> & {
  versions: readonly Pick<ClientInfoForm['versions'][number], 'state'>[]
}

/** What the person can do with the form of a client, the most urgent first. An answer is looked through before anything is sent anew. */
export const listInfoFormActions = ({ status, barrier, versions }: FormFacts, may: May): InfoFormAction[] => {
  if (!may('bt_Clientes', 'edit')) return []
  const newest = versions[0]?.state
  const isOpen = newest !== undefined && newest !== 'complete'
  const edit: InfoFormAction = isOpen ? 'continue' : status === 'missing' ? 'fill' : 'update'
  return [
    ...(newest === 'answered' ? (['review'] as const) : []),
    edit,
    ...(newest !== 'answered' && barrier === null ? (['send'] as const) : []),
    ...(newest === 'sent' ? (['withdraw'] as const) : []),
  ]
}
