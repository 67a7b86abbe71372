import type { PermissionCheck } from '#web/core/session.ts'

const openingActions = ['contribute', 'openWithReceived', 'continueDraft', 'cancel'] as const
export type OpeningAction = (typeof openingActions)[number]

type Opening = {
  isDraft: boolean
  mayOpenWithReceived: boolean
  /** Whether a holder is outside the person's view: they could not fill in the form. */
  isHeldOutside?: boolean
}

/** What may be done about an account that isn't open yet, in the order of the menu. */
export const listOpeningActions = (
  { isDraft, mayOpenWithReceived, isHeldOutside = false }: Opening,
  may: PermissionCheck,
): OpeningAction[] => {
  const mayEdit = may('bt_Pendientes', 'edit')
  const isOffered: Record<OpeningAction, boolean> = {
    contribute: !isDraft && may('bt_Ingresos', 'create'),
    openWithReceived: mayEdit && mayOpenWithReceived,
    continueDraft: mayEdit && isDraft && !isHeldOutside,
    cancel: mayEdit,
  }
  return openingActions.filter((action) => isOffered[action])
}
