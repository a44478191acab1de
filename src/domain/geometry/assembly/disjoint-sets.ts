/** Disjoint sets (union–find with path halving). */
export class DisjointSets {
  private readonly parent: Int32Array

  constructor(size: number) {
    this.parent = Int32Array.from({ length: size }, (_, i) => i)
  }

  /** Returns the representative of the member's set. */
  find(member: number): number {
    const { parent } = this
    let at = member
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }

  /** Merges the set of `other` into that of `member`. */
  join(member: number, other: number): void {
    this.parent[this.find(other)] = this.find(member)
  }
}
