import { type ContactStage, contactStages } from '#contract/contacts/stages.ts'

export type ContactAction = 'convert' | 'edit' | 'move' | 'lost' | 'delete' | 'openClient'

type Contact = { stage: ContactStage; isConverted: boolean; hasConsent: boolean; clientId: string | null }
type Rights = { mayEdit: boolean; mayDelete: boolean; mayCreateClients: boolean }

/** What this person can do with a contact now, the most frequent first. */
export const listContactActions = (
  { stage, isConverted, hasConsent, clientId }: Contact,
  { mayEdit, mayDelete, mayCreateClients }: Rights,
): ContactAction[] => {
  const actions: (ContactAction | false)[] = isConverted
    ? [clientId !== null && 'openClient', mayEdit && 'edit']
    : [
        mayEdit && mayCreateClients && hasConsent && stage !== 'lost' && 'convert',
        mayEdit && 'edit',
        mayEdit && 'move',
        mayEdit && stage !== 'lost' && 'lost',
        mayDelete && stage === 'new' && 'delete',
      ]
  return actions.filter((action) => action !== false)
}

/** Stages that a contact can be moved to from where it is; the lost one has an action of its own. */
export const listOtherStages = (stage: ContactStage): ContactStage[] =>
  contactStages.filter((one) => one !== stage && one !== 'lost')
