import { describe, expect, it } from 'vitest'
import { listContactActions, listOtherStages } from './list-contact-actions.ts'

const allRights = { mayEdit: true, mayDelete: true, mayCreateClients: true }
const open = { isConverted: false, hasConsent: true, clientId: null }

describe('what can be done with a contact', () => {
  it.each([
    [{ ...open, stage: 'new' }, allRights, 'convert edit move lost delete'],
    [{ ...open, stage: 'r1' }, allRights, 'convert edit move lost'],
    [{ ...open, hasConsent: false, stage: 'r1' }, allRights, 'edit move lost'],
    [{ ...open, stage: 'lost' }, allRights, 'edit move'],
    [{ ...open, stage: 'new' }, { ...allRights, mayCreateClients: false, mayDelete: false }, 'edit move lost'],
    [{ ...open, stage: 'new' }, { mayEdit: false, mayDelete: false, mayCreateClients: true }, ''],
    [{ stage: 'won', isConverted: true, hasConsent: true, clientId: '7' }, allRights, 'openClient edit'],
    [{ stage: 'won', isConverted: true, hasConsent: true, clientId: null }, allRights, 'edit'],
  ] as const)('offers for %j with %j: %s', (contact, rights, expected) => {
    expect(listContactActions(contact, rights).join(' ')).toBe(expected)
  })

  it('leaves out the own stage and the lost one as targets', () => {
    expect(listOtherStages('r1')).toEqual(['new', 'contacted', 'r2', 'r3', 'r4', 'won'])
  })
})
