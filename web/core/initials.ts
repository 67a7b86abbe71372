/** 'Ana María García López', 'García López, Ana María' or 'ana.garcia@casa.es' → 'AG': given name and first surname. */
export const getInitials = (name: string): string => {
  const [surname = '', given] = name.split(', ')
  const words = (given === undefined ? name : `${given} ${surname}`).split(/[\s@.]+/).filter(Boolean)
  const isAddress = name.includes('@')
  const second = given === undefined ? words[words.length > 2 && !isAddress ? words.length - 2 : 1] : surname
  return `${words[0]?.[0] ?? ''}${second?.[0] ?? ''}`.toUpperCase()
}
