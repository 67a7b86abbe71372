import { expect, test } from 'vitest'
import { getRelyingParty } from './relying-party.ts'

test.for([
  ['https://crm.example.com', { id: 'crm.example.com', origin: 'https://crm.example.com' }],
  ['https://crm.example.com:8443/atalaya', { id: 'crm.example.com', origin: 'https://crm.example.com:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://crm.localhost', { id: 'crm.localhost', origin: 'http://crm.localhost' }],
  ['http://crm.example.com', null],
  ['http://127.0.0.1:3000', null],
  ['https://192.168.1.10', null],
  ['https://[::1]:3000', null],
] as const)('%s yields its relying party for passkeys, or none', ([publicUrl, party]) => {
  expect(getRelyingParty({ publicUrl })).toEqual(party)
})
