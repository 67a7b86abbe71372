const otherEuMembers = `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK`.split(' ')

/** Parts of a country whose tax is another one, by the beginning of the postal code. */
const taxRegionsByPostalCode: Record<string, readonly (readonly [RegExp, string])[]> = {
  PT: [
    [/^9[5-9]/, 'PT-20'],
    [/^9[0-4]/, 'PT-30'],
  ],
}

const findPartOfCountry = (country: string, postalCode: string | null): string | undefined =>
  taxRegionsByPostalCode[country]?.find(([codes]) => codes.test(postalCode ?? ''))?.[1]

/** The places that a client is of before the authority of a prefix's country, the narrowest first. */
export const listTaxRegions = (own: string, country: string, postalCode: string | null): string[] => {
  const part = findPartOfCountry(country, postalCode)
  const narrow = part ? [part, country] : [country]
  if (country === own) return narrow
  return [...narrow, ...(otherEuMembers.includes(country) ? ['EU'] : []), 'ABROAD']
}

/** Where a client lives, and where they have said that they are taxed; null = where they live. */
export type TaxResidence = { country: string; taxResidence: string | null; postalCode: string | null }

/** The narrowest place by which interest of a client is taxed: a country or a part of it. The postal code counts for those who are taxed where they live. */
export const getTaxRegion = ({ country, taxResidence, postalCode }: TaxResidence): string => {
  const taxCountry = taxResidence ?? country
  return (taxCountry === country && findPartOfCountry(country, postalCode)) || taxCountry
}
