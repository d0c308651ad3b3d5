package node

import "math/big"

// IntegerRange is the range of an integer format.
type IntegerRange struct{ Least, Most *big.Rat }

// IntegerRanges are those of the integer formats of the OpenAPI registry.
var IntegerRanges = map[string]IntegerRange{
	"int8": signed(8), "int16": signed(16), "int32": signed(32), "int64": signed(64),
	"uint8": unsigned(8), "uint16": unsigned(16), "uint32": unsigned(32), "uint64": unsigned(64),
}

func signed(bits uint) IntegerRange {
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return IntegerRange{new(big.Rat).SetInt(new(big.Int).Neg(half)), new(big.Rat).SetInt(new(big.Int).Sub(half, big.NewInt(1)))}
}

func unsigned(bits uint) IntegerRange {
	all := new(big.Int).Lsh(big.NewInt(1), bits)
	return IntegerRange{new(big.Rat), new(big.Rat).SetInt(all.Sub(all, big.NewInt(1)))}
}
