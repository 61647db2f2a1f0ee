Creator "x"
graph [ directed 1
 node [ id 7 label "A &amp; &#233;
 b" ]
 node [ id 3 ] edge [ source 7 target 3 weight 5 ]
 edge [ source 3 target 7 value 2.5 x [ y [ z 1 ] ] ]
]
