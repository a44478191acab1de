/**
 * Selects the members of a boundary relation that draw its border: `outer`, `inner` and an empty role, and also misspelt and
 * old roles ("enclave", "exclave"), because the nesting of the rings decides in the end. The roles below do not draw it:
 * https://wiki.openstreetmap.org/wiki/Relation:boundary#Relation_members
 */
const ROLES_BESIDE_THE_SHAPE: ReadonlySet<string> = new Set([
  'subarea',
  'land_area',
  'label',
  'admin_centre',
  'admin_center',
  'capital',
  'defacto',
  'claimed',
  'collection',
])

export const isShapeRole = (role: string): boolean => !ROLES_BESIDE_THE_SHAPE.has(role)
