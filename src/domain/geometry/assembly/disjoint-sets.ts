/** Sets that are joined two by two (union–find with path halving). */
export class DisjointSets {
  private readonly parent: Int32Array

  constructor(size: number) {
    this.parent = Int32Array.from({ length: size }, (_, i) => i)
  }

  /** The member that stands for the set of `member`. */
  find(member: number): number {
    const { parent } = this
    let at = member
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }

  /** The set of `other` becomes a part of that of `member`. */
  join(member: number, other: number): void {
    this.parent[this.find(other)] = this.find(member)
  }
}
